/** Viewports that are short: enlarged pages, phones turned round. */
import type { Page } from '@playwright/test';
import { LanguageMenu } from './support/language-menu.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { arrivesAt } from './support/scrolling.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

/** 1,280 x 1,024 px, enlarged to 400 % (WCAG 2.2, 1.4.10). */
const enlarged = { width: 320, height: 256 };

inEachLanguage(() => {
  test.describe('enlarged to 400 %', () => {
    test.use({ viewport: enlarged });

    test('all of the viewport is for the page', async ({ page, home }) => {
      await home.enter();
      expect(await heightOfBars(page)).toBe(0);
      expect(await layoutFaults(page, 0)).toEqual([]);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(page.getByRole('banner')).not.toBeInViewport();
    });

    test('the advert is read and closed', async ({ page, home, say }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await home.visit();
      const { title, text, action } = await boxesOfAdvert(page);
      expect(text.top).toBeGreaterThanOrEqual(title.bottom);
      expect(action.top).toBeGreaterThanOrEqual(text.bottom);
      await home.advert.getByRole('link').scrollIntoViewIfNeeded();
      await home.advert.getByRole('button', { name: say('advert.popup.close') }).click();
      await expect(home.advert).toBeHidden();
    });

    test('the language menu stands below its button', async ({ page, home, say }) => {
      await home.enter();
      await page.evaluate(() => scrollTo({ top: 30, behavior: 'instant' }));
      const { button, menu } = new LanguageMenu(page, say);
      await button.click();
      const below = await button.boundingBox();
      const items = await menu.boundingBox();
      const gap = (items?.y ?? 0) - (below?.y ?? 0) - (below?.height ?? 0);
      expect(gap).toBeGreaterThan(0);
      expect(gap).toBeLessThan(24);
    });
  });
});

test('a menu tab leads to the beginning of its block', async ({ page, home }) => {
  await page.setViewportSize(enlarged);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await home.enter();
  await page.getByRole('tab').nth(1).click();
  await expect
    .poll(async () => Math.round((await home.contentBlock.boundingBox())?.y ?? Number.NaN))
    .toBeLessThan(enlarged.height / 2);
  expect((await home.contentBlock.boundingBox())?.y).toBeGreaterThanOrEqual(0);
});

for (const [phone, width, height] of [
  ['a phone turned round', 667, 331],
  ['a small phone', 320, 454],
  ['a wide phone turned round', 932, 346],
] as const) {
  test(`header and footer stay in sight on ${phone}, and leave half of it`, async ({
    page,
    home,
  }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await home.enter();
    await page.getByRole('tab').nth(1).click();
    await arrivesAt(home.contentBlock);
    const bars = await heightOfBars(page);
    expect(bars).toBeGreaterThan(100);
    expect(bars).toBeLessThanOrEqual(height * 0.56);
  });
}

/** How much of the viewport what is fixed or sticky covers, pixels. */
function heightOfBars(page: Page): Promise<number> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#app *')]
      .filter((it) => ['fixed', 'sticky'].includes(getComputedStyle(it).position))
      .filter((it) => it.checkVisibility() && getComputedStyle(it).clipPath === 'none')
      .reduce((sum, it) => sum + it.getBoundingClientRect().height, 0),
  );
}

function boxesOfAdvert(page: Page): Promise<Record<'title' | 'text' | 'action', DOMRect>> {
  return page.evaluate(() => {
    const boxOf = (name: string) => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(`.advert-${name}`) as Element);
      return range.getBoundingClientRect().toJSON();
    };
    return { title: boxOf('title'), text: boxOf('text'), action: boxOf('action') };
  });
}
