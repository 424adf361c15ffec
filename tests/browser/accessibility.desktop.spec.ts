import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { press } from './support/press.ts';
import { expect, fromRightToLeft, test } from './support/test.ts';

const phone = { width: 360, height: 740 };
const desktop = { width: 1440, height: 900 };

/** Runs axe-core on the page. Returns each violated rule with its element. */
async function axeViolations(page: Page): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  expect(passes.length).toBeGreaterThan(10);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
}

test.describe('on a phone', () => noViolations(phone));
fromRightToLeft(() => noViolations(desktop));

function noViolations(viewport: { width: number; height: number }): void {
  test.describe('in any state', () => {
    // Contrast can only be measured without animations.
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('axe-core finds no violations, with the pop-up or the menu open or closed', async ({
      home,
      language,
    }) => {
      const { page, message } = home;
      await home.visit();
      expect(await axeViolations(page), 'with the pop-up open').toEqual([]);

      await home.closePopup();
      expect(await axeViolations(page), 'on the page').toEqual([]);

      await press(page.getByRole('button', { name: message('header.language.button') }));
      await expect(page.locator('.language-menu-list')).toBeVisible();
      expect(await axeViolations(page), 'with the language menu open').toEqual([]);

      await page.goto(`/nowhere${language.search}`);
      expect(await axeViolations(page), 'on the not-found page').toEqual([]);
    });
  });
}

test('axe-core finds no violations in the controls of animations', async ({ page, home }) => {
  await home.enter();
  expect(await axeViolations(page)).toEqual([]);
});
