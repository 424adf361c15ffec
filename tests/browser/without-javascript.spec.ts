import { layoutErrors } from './support/layout-errors.ts';
import { paths } from './support/paths.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

test.use({ javaScriptEnabled: false });

inEachLanguage(() => {
  test('nothing is clipped, broken, overlapped or too small to tap without JavaScript', async ({
    page,
  }) => {
    for (const path of paths) {
      await page.goto(path);
      for (const [width, tapTarget] of [
        [320, 44],
        [360, 44],
        [1440, 0],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        expect(await layoutErrors(page, tapTarget), `${path} at ${width} px`).toEqual([]);
      }
    }
  });
});

test('a page without JavaScript shows nothing that does nothing', async ({ page, home }) => {
  await page.goto('/');
  await expect(home.popup.filter({ visible: true })).toHaveCount(0);
  // The language menu alone needs no script.
  await expect(page.getByRole('button')).toHaveCount(1);
  await page.getByRole('main').getByRole('link').last().tap({ trial: true });
});
