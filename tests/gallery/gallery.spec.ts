import type { Page } from '@playwright/test';
import { clippedText } from '../browser/support/clipped-text.ts';
import { expect, inEachLanguage, inEachPseudoLocale, test } from '../browser/support/test.ts';
import type { Language } from '../browser/support/words.ts';
import { fileOf, screens, states } from './states.ts';

// Carousels and announcement stand still, so that pictures can be compared.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

inEachLanguage(takePictures);
inEachPseudoLocale(takePictures);

function takePictures({ code, search }: Language): void {
  for (const screen of screens) {
    for (const { name, extent, reach } of states) {
      test(`${name} at ${screen.width}`, async ({ page, home, say }) => {
        await page.setViewportSize(screen);
        await reach({ page, home, say, search });
        // A screen as tall as the page, for its bottom bar to lie at the bottom.
        if (extent === 'page')
          await page.setViewportSize({ ...screen, height: await heightOf(page) });
        await everyPictureLoaded(page);
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

/** Pictures far down load only when they come near. */
async function everyPictureLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  });
}
