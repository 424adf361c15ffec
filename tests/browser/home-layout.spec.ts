/** Layout of the home page on phones and wide screens. */
import type { Locator } from '@playwright/test';
import { named } from './support/languages.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('element not visible');
  return box;
}

const heights = (elements: Locator) =>
  elements.evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().height)));

inEachLanguage(({ ownName }) => {
  test('on a phone the content follows directly after the first table', async ({ page, home }) => {
    await page.setViewportSize(phone);
    await home.enter();
    const table = await boxOf(page.locator('.live-table').first());
    const content = await boxOf(home.contentBlock);
    const right = await boxOf(home.rightColumn);
    const gap = content.y - table.y - table.height;
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(gap).toBeLessThan(40);
    expect(right.y).toBeGreaterThan(content.y);
  });

  test('on a phone the language button shows the language', async ({ page, home }) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ ...phone, width });
      await home.enter();
      await expect(page.locator('.language-menu-button').getByText(ownName)).toBeVisible();
    }
  });

  test('the rows of both tables have the same height', async ({ page, home }) => {
    await page.setViewportSize(desktop);
    await home.enter();
    const all = await heights(page.locator('.live-table tbody tr'));
    expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(1);
  });

  test('the titles of adjacent cards align', async ({ page, home }) => {
    await page.setViewportSize(desktop);
    await home.enter();
    const tops = await page
      .locator('.trust-mark h3')
      .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
  });
});

test.describe('from right to left', () => {
  test.use({
    language: named('en-XB'),
    baseURL: ({ pseudoServer }, use) => use(pseudoServer.url),
  });

  test('the numbers of the slot machine are not mirrored', async ({ page, home }) => {
    await page.setViewportSize(desktop);
    await home.enter();
    await expect(page.locator('.bonus-banner-daily img')).toHaveCSS('scale', 'none');
  });
});
