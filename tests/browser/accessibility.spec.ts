import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, inEachLanguage, test } from './support/test.ts';

/** What axe-core finds on the page as it is now: the rule, and where. */
async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}

const screens = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

// Contrast is measured on what stands still.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

inEachLanguage(() => {
  for (const screen of screens) {
    test(`nothing stands in anybody's way at ${screen.width} px`, async ({ page, home, say }) => {
      await page.setViewportSize(screen);
      await home.visit();
      expect(await barriers(page), 'with the advert open').toEqual([]);

      await page.keyboard.press('Escape');
      await expect(home.advert).toBeHidden();
      expect(await barriers(page), 'on the page').toEqual([]);

      const language = say('locale.name');
      await page.getByRole('button', { name: say('header.language.button', { language }) }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      expect(await barriers(page), 'with the language menu open').toEqual([]);

      await page.goto('/nowhere');
      expect(await barriers(page), 'on the not-found page').toEqual([]);
    });
  }
});
