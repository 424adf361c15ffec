import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, inEachLanguage, test } from './support/test.ts';

/** What axe-core finds on the page as it is now: the rule, and where. */
async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}

const screens = [
  // 1,280 x 1,024 px, enlarged to 400 %.
  { width: 320, height: 256 },
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

inEachLanguage(() => {
  for (const screen of screens) {
    test(`nothing stands in anybody's way at ${screen.width} px while things move`, async ({
      page,
      home,
      say,
    }) => {
      await page.setViewportSize(screen);
      await home.enter();
      // The announcement scrolls, its pause and the carousels' are there.
      await expect(page.getByRole('button', { name: say('announcement.bar.pause') })).toBeVisible();
      expect(await barriers(page)).toEqual([]);
    });

    // Contrast is measured on what stands still.
    test(`nothing stands in anybody's way at ${screen.width} px`, async ({ page, home, say }) => {
      await page.setViewportSize(screen);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await home.visit();
      expect(await barriers(page), 'with the advert open').toEqual([]);

      await page.keyboard.press('Escape');
      await expect(home.advert).toBeHidden();
      expect(await barriers(page), 'on the page').toEqual([]);

      const language = say('locale.name');
      await page.getByRole('button', { name: say('header.language.button', { language }) }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      expect(await barriers(page), 'with the language menu open').toEqual([]);

      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: say('footer.banner.close') }).click();
      expect(await barriers(page), 'with the footer banner closed').toEqual([]);

      await page.goto('/nowhere');
      expect(await barriers(page), 'on the not-found page').toEqual([]);
    });
  }
});
