import { languages } from './support/languages.ts';
import { layoutErrors } from './support/layout-errors.ts';
import { ariaSnapshotOf } from './support/page-text.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

test.use({ javaScriptEnabled: false });

inEachLanguage(() => {
  test('nothing is clipped, broken, overlapped or too small to tap without JavaScript', async ({
    page,
  }) => {
    for (const path of ['/', '/nowhere']) {
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

test('the welcome pop-up stays closed without JavaScript', async ({ page, home }) => {
  await page.goto('/');
  await expect(home.contentBlock).toBeVisible();
  await expect(home.popup).toBeHidden();
  expect(await home.rows('left')).not.toEqual(await home.rows('right'));
  // Nothing that does nothing: the language menu alone needs no script.
  await expect(page.getByRole('button')).toHaveCount(1);
  await home.contentBlock.getByRole('link').last().tap({ trial: true });
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
});

test('the language menu works without JavaScript', async ({ page, message }) => {
  const served = new Map<string, string>();
  await page.goto('/');
  for (const { code, ownName } of languages) {
    const button = page.getByRole('banner').getByRole('button').filter({ hasText: /\p{L}/u });
    await button.tap();
    // Browsers expose the state of a popover by its button; the attribute would be a constant.
    await expect(button).not.toHaveAttribute('aria-expanded');
    await page.getByRole('link', { name: ownName }).tap();
    await expect(page).toHaveURL(`/?lang=${code}`);
    await expect(page.locator('html')).toHaveAttribute('lang', code);
    served.set(code, await ariaSnapshotOf(page));
  }
  expect(new Set(served.values()).size).toBe(languages.length);
  expect(served.get('en')).toContain(message('intro.slogan.title'));
});
