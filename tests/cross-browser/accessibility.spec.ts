import axe from 'axe-core';
import type { Page } from './support/page.ts';
import { desktop, expect, inEachLanguage, phone, test } from './support/test.ts';

// Contrast can only be measured without animations.
test.use({ preferences: { motion: 'reduce', scripting: 'enabled' } });

inEachLanguage(({ code }) => {
  for (const size of [phone, desktop]) {
    test(`axe-core finds no violations in any state at ${size.width} px`, async ({
      page,
      home,
    }) => {
      await page.resize(size);
      await home.visit();
      expect(await violations(page), 'with the advert open').toEqual([]);
      await home.closeAdvert();
      expect(await violations(page), 'on the page').toEqual([]);
      await home.openLanguageMenu();
      expect(await violations(page), 'with the language menu open').toEqual([]);
      await page.goto(`/nowhere?lang=${code}`);
      expect(await violations(page), 'on the not-found page').toEqual([]);
    });
  }
});

/** Runs axe-core on the page. Returns each violated rule with its element. */
async function violations(page: Page): Promise<string[]> {
  await page.driver.executeScript(axe.source);
  return page.run(async () => {
    const found = await (Reflect.get(window, 'axe') as typeof axe).run({
      resultTypes: ['violations'],
    });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target}`),
    );
  });
}
