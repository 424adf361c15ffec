import type { Page } from '@playwright/test';
import { layoutErrors } from './support/layout-errors.ts';
import { otherPaths } from './support/paths.ts';
import { expect, inEachLanguage, inEachLayoutLocale, test } from './support/test.ts';

/** Maximum width with minimum tap target size, and that size, in CSS pixels. */
const widestPhone = 480;
const tapTarget = 44;

const widths = Array.from({ length: 41 }, (_, step) => 320 + step * 40);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

inEachLanguage(() => {
  test('nothing is clipped, broken, overlapped or too small to tap, at any width', async ({
    page,
    home,
  }) => {
    test.slow();
    await home.enter();
    await hasNoErrors(page, widths);
    for (const path of otherPaths) {
      await page.goto(path);
      await hasNoErrors(page, [320, 768, 1440, 1920]);
    }
  });
});

inEachLayoutLocale(({ search }) => {
  test('longer or right-to-left text is not clipped, broken or overlapped', async ({ home }) => {
    const { page } = home;
    await home.enter();
    await hasNoErrors(page, [360, 1440]);
    for (const path of otherPaths) {
      await page.goto(path + search);
      await hasNoErrors(page, [360, 1440]);
    }
  });
});

async function hasNoErrors(page: Page, atWidths: number[]): Promise<void> {
  for (const width of atWidths) {
    await page.setViewportSize({ width, height: 900 });
    const errors = await layoutErrors(page, width <= widestPhone ? tapTarget : 0);
    expect.soft(errors, `${page.url()} at ${width} px`).toEqual([]);
  }
}

test('a label that is too long for its container is detected', async ({ page, home }) => {
  await home.enter();
  const label = home.heading;
  await label.evaluate((element: HTMLElement) => {
    element.style.inlineSize = '2rem';
    element.style.overflow = 'hidden';
  });
  expect((await layoutErrors(page, 0)).join()).toContain('clipped');
});
