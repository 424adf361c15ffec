import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { screens } from './support/screens.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

/** Runs axe-core on the page. Returns each violated rule with its element. */
async function axeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}

inEachLanguage(() => {
  for (const screen of screens) {
    test(`axe-core finds no violations at ${screen.width} px with animations`, async ({
      page,
      home,
      message,
    }) => {
      await page.setViewportSize(screen);
      await home.enter();
      // The pause button of the scrolling announcement appears after hydration.
      await expect(
        page.getByRole('button', { name: message('announcement.bar.pause') }),
      ).toBeVisible();
      expect(await axeViolations(page)).toEqual([]);
    });

    // Contrast can only be measured without animations.
    test(`axe-core finds no violations at ${screen.width} px in any state`, async ({
      page,
      home,
      message,
    }) => {
      await page.setViewportSize(screen);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await home.visit();
      expect(await axeViolations(page), 'with the advert open').toEqual([]);

      await page.keyboard.press('Escape');
      await expect(home.advert).toBeHidden();
      expect(await axeViolations(page), 'on the page').toEqual([]);

      await page.getByRole('button', { name: message('header.language.button') }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      expect(await axeViolations(page), 'with the language menu open').toEqual([]);

      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: message('footer.banner.close') }).click();
      expect(await axeViolations(page), 'with the footer banner closed').toEqual([]);

      await page.goto('/nowhere');
      expect(await axeViolations(page), 'on the not-found page').toEqual([]);
    });
  }
});
