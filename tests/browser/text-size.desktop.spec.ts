/**
 * Text of any size and spacing decides the size of its box (WCAG 2.2, 1.4.4 and 1.4.12), by the browser's font sizes,
 * which rem and media queries follow.
 */
import type { Page } from '@playwright/test';
import { HomePage } from './support/home-page.ts';
import { layoutErrors } from './support/layout-errors.ts';
import { expect, inEachLanguage, test } from './support/test.ts';

const widths = [320, 360, 390, 768, 1024, 1440];

inEachLanguage(({ locale }) => {
  for (const setting of [
    ...[16, 20, 24, 32].map((px) => `defaultFontSize=${px}`),
    'minimumFontSize=20',
  ]) {
    test(`everything can be read with ${setting}, with and without more space`, async ({
      playwright,
      baseURL,
      message,
    }) => {
      test.slow();
      const browser = await playwright.chromium.launch({
        args: [`--blink-settings=${setting}`],
      });
      const page = await browser.newPage({
        baseURL: baseURL ?? '',
        locale,
        reducedMotion: 'reduce',
        viewport: { width: 390, height: 844 },
      });
      const home = new HomePage(page, message);
      await home.visit();
      const hasNoErrors = async (where: string, errorsOf: (page: Page) => Promise<string[]>) => {
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 });
          expect.soft(await errorsOf(page), `${where} at ${width} px`).toEqual([]);
        }
      };
      await hasNoErrors('pop-up', popupErrors);
      const removeSpacing = await addSpacing(page);
      await hasNoErrors('pop-up with more space', popupErrors);
      await home.closePopup();
      // A minimum of 20 px is no size that the layout follows; with more space, 320 px are too narrow for it.
      if (setting !== 'minimumFontSize=20') await hasNoErrors('page with more space', textErrors);

      await removeSpacing();
      await page.setViewportSize({ width: 390, height: 844 });
      const errors = await layoutErrors(page, 0);
      // Words may break, and lie on pictures, in text of twice the size.
      expect(errors.filter((it) => !/^(broken|over the picture):/.test(it))).toEqual([]);
      const overflows = await page
        .locator('table')
        .evaluateAll((all) =>
          all.map((it) => it.scrollWidth - (it.parentElement?.firstElementChild?.clientWidth ?? 0)),
        );
      expect(overflows.filter((it) => it !== 0)).toEqual([]);
      for (const control of await page.getByRole('button').all()) {
        await control.scrollIntoViewIfNeeded();
        // But for rounding.
        await expect(control).toBeInViewport({ ratio: 0.99 });
      }
      await browser.close();
    });
  }
});

/** Adds the spacing of WCAG 2.2, 1.4.12. Returns what removes it. */
async function addSpacing(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-block-end: 2em !important }`);
    document.adoptedStyleSheets.push(sheet);
  });
  return () => page.evaluate(() => void document.adoptedStyleSheets.pop());
}

/** Returns layout errors but for words that break, and texts that the footer covers at the end of the page. */
async function textErrors(page: Page): Promise<string[]> {
  const errors = (await layoutErrors(page, 0)).filter((error) => !error.startsWith('broken:'));
  const covered = await page.evaluate(() => {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    const end = document.querySelector('main')?.getBoundingClientRect().bottom ?? Number.NaN;
    const bar = [...document.querySelectorAll('.footer, .footer-nav')]
      .filter((it) => it.getClientRects().length > 0)
      .map((it) => it.getBoundingClientRect().top);
    return end > Math.min(...bar) + 1 ? ['the footer covers the end of the page'] : [];
  });
  return [...errors, ...covered];
}

/** Returns the texts and pictures of an open pop-up that are out of it, or on one another. */
function popupErrors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = document.querySelector('dialog');
    if (!dialog) return [];
    const { left, right } = dialog.getBoundingClientRect();
    const holdsText = (it: Element) =>
      [...it.childNodes].some((node) => node instanceof Text && node.data.trim());
    const parts = [...dialog.querySelectorAll('*')]
      .filter((it) => (holdsText(it) || it.localName === 'img') && it.checkVisibility())
      .map((it) => ({ name: it.className, box: it.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0);
    const errors = parts.flatMap(({ name, box }, index) => {
      const isOut = box.left < left || box.right > right;
      const others = parts.slice(index + 1).filter((other) => {
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        return width > 1 && height > 1;
      });
      const over = others.map((other) => `${name} and ${other.name} are on one another`);
      return isOut ? [`${name} is out of it`, ...over] : over;
    });
    return dialog.scrollWidth > dialog.clientWidth ? [...errors, 'scrolls sideways'] : errors;
  });
}
