/** Visits of the site's pages in each of their states, in Chromium and without motion. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import type { Route } from '../../client/app/pages.ts';
import { functionNames } from '../function-names.ts';
import { type State, visitsOf } from './states.ts';

const site: { routes: Route[] } = JSON.parse(await readFile('dist/site.json', 'utf8'));

const visits = visitsOf(site.routes);

/**
 * Goes through the states in one language, and calls `look` in each. Leaves out those that are not wanted, unless
 * a wanted one continues from them.
 */
export async function visitAll(
  browser: Browser,
  viewport: { width: number; height: number },
  url: string,
  language: string,
  look: (page: Page, state: State) => Promise<void>,
  isWanted: (state: State) => boolean = () => true,
) {
  for (const { path, options, states: all } of visits) {
    const states = all.slice(0, all.findLastIndex(isWanted) + 1);
    if (states.length === 0) continue;
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
    const isScripted = options?.javaScriptEnabled !== false;
    const page = await context.newPage();
    // The timers of carousels and live tables.
    await page.addInitScript(() => {
      Reflect.set(globalThis, 'setInterval', () => 0);
    });
    await page.goto(new URL(`${path}?lang=${language}`, url).href);
    await page.evaluate(functionNames);
    await page.locator('#app > *').first().waitFor({ state: 'attached' });
    await loadPictures(page);
    for (const state of states) {
      if (state.needs && (await page.locator(state.needs).count()) === 0) continue;
      await page.setViewportSize(viewport);
      await state.reach?.(page);
      if ((await page.locator(':modal, :popover-open').count()) === 0) {
        // A viewport as tall as the page puts the fixed footer at its end.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ ...viewport, height });
      }
      // Without JavaScript, nothing moves, and no frame is requested.
      if (isScripted) await settle(page);
      await look(page, state);
    }
    await context.close();
  }
}

/** Loads lazy pictures and waits for them. */
async function loadPictures(page: Page) {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  });
}

/** Waits until the icons' sprite is loaded, animations are over, and the layout is painted. */
async function settle(page: Page) {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('use')]
      .filter((icon) => icon.checkVisibility())
      .every((icon) => icon.getBBox().width > 0),
  );
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Animations begin in the first frame.
    await nextFrame();
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) {
        animation.finish();
      }
    }
    await nextFrame();
    await nextFrame();
  });
}
