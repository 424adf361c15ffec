/** Font sizes of the browser, which rem and media queries follow. */
import { HomePage } from './support/home-page.ts';
import { layoutErrors } from './support/layout-errors.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

inEachLanguage(({ locale }) => {
  for (const setting of ['defaultFontSize=24', 'defaultFontSize=32', 'minimumFontSize=20']) {
    test(`a phone shows everything with ${setting}`, async ({ playwright, baseURL, message }) => {
      const browser = await playwright.chromium.launch({ args: [`--blink-settings=${setting}`] });
      const page = await browser.newPage({
        baseURL: baseURL ?? '',
        locale,
        viewport: { width: 390, height: 844 },
        reducedMotion: 'reduce',
      });
      const home = new HomePage(page, message);
      await home.enter();
      const errors = await layoutErrors(page, 0);
      // Words may break, and lie on pictures, in text of twice the size.
      expect(errors.filter((it) => !/^(broken|over the picture):/.test(it))).toEqual([]);
      for (const side of ['left', 'right'] as const) {
        const overflow = await home
          .table(side)
          .evaluate(
            (it) => it.scrollWidth - (it.parentElement?.firstElementChild?.clientWidth ?? 0),
          );
        expect(overflow, `${side} table`).toBe(0);
      }
      await expect(
        page.getByRole('button', { name: message('header.language.button') }),
      ).toBeInViewport({ ratio: 1 });
      const { previous, next, play } = home.carousel('left');
      for (const control of [previous, next, play]) {
        await control.scrollIntoViewIfNeeded();
        await expect(control).toBeInViewport({ ratio: 1 });
      }
      await browser.close();
    });
  }
});
