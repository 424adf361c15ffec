/**
 * Contrast of all texts with what is painted behind them (WCAG 2.2, 1.4.3), on pictures and gradients too,
 * which axe-core leaves undecided.
 */
import { faintTexts, faintTextsOfPage } from './support/faint-texts.ts';
import { paths } from './support/paths.ts';
import { press } from './support/press.ts';
import { expect, test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of [390, 1440]) {
  test(`every text has enough contrast, at ${width} px`, async ({ page, home, message }) => {
    await page.setViewportSize({ width, height: 900 });
    await home.visit();
    if (await home.popup.count()) expect(await faintTexts(page, 'dialog')).toEqual([]);
    await home.closePopup();
    await press(page.getByRole('button', { name: message('header.language.button') }));
    await expect(page.locator('.language-menu-list')).toBeVisible();
    expect(await faintTexts(page, '.language-menu-list')).toEqual([]);
    await page.keyboard.press('Escape');
    for (const path of paths) {
      if (path !== '/') await page.goto(path);
      expect(await faintTextsOfPage(page, width), path).toEqual([]);
    }
  });
}

for (const [what, style, ratio] of [
  ['of 4.4:1 on a gradient', '-webkit-text-fill-color: #7a7a7a', /^4\.[23]/],
  ['that is seen through', '-webkit-text-fill-color: #0007', /^3\./],
  ['in what is seen through', '-webkit-text-fill-color: #000; opacity: 0.3', /^2\.4/],
] as const) {
  test(`a text ${what} is found`, async ({ page, home }) => {
    await home.enter();
    await home.heading.evaluate((heading, css) => {
      const text = document.createElement('p');
      text.append('faint');
      const ground = document.createElement('div');
      ground.style.background = '#000';
      ground.append(text);
      heading.append(ground);
      text.style.cssText = `font: 400 16px sans-serif; background: linear-gradient(#fff, #fff); ${css}`;
    }, style);
    expect(await faintTexts(page, 'h1 p')).toEqual([expect.stringMatching(ratio)]);
  });
}
