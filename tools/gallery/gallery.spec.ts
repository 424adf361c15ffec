import type { Page } from '@playwright/test';
import { clippedText } from '../../tests/browser/support/clipped-text.ts';
import type { Language } from '../../tests/browser/support/languages.ts';
import {
  expect,
  inEachLanguage,
  inEachPseudoLocale,
  test,
} from '../../tests/browser/support/test.ts';
import { fileOf, screens, states } from './states.ts';

// Without animations, so that screenshots can be compared.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

inEachLanguage(takeScreenshots);
inEachPseudoLocale(takeScreenshots);

function takeScreenshots({ code, search }: Language): void {
  for (const screen of screens) {
    for (const { name, extent, reach } of states) {
      test(`${name} at ${screen.width}`, async ({ page, home, message }) => {
        await page.setViewportSize(screen);
        await reach({ page, home, message, search });
        // A viewport as tall as the page puts the fixed footer at its end.
        if (extent === 'page')
          await page.setViewportSize({ ...screen, height: await heightOf(page) });
        await loadPictures(page);
        const file = fileOf(name, code, screen.width);
        await page.screenshot({ path: `gallery/${file}` });
        expect(await clippedText(page)).toEqual([]);
      });
    }
  }
}

function heightOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollHeight);
}

/** Loads lazy pictures and waits for them. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  });
}
