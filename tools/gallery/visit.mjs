/** Visits of the site's pages in each of their states, in Chromium and without motion. */
import { readFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { visitsOf } from './states.mjs';

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('./states.mjs').State} State
 */

/** @type {{ routes: import('./states.mjs').Route[] }} */
export const { routes } = JSON.parse(await readFile('dist/site.json', 'utf8'));

/** Number of pages at the same time. */
const concurrency = 2;

/** Starts Chromium with what makes its pictures the same on every run. */
export function launchBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      // Edges depend on the order of paints where Chromium paints parts of a layer again, and pictures
      // are missing from frames that do not wait for their decoding.
      '--disable-partial-raster',
      '--disable-checker-imaging',
    ],
  });
}

/**
 * Goes through all states in one language at one width.
 *
 * @param {Browser} browser
 * @param {{ width: number, height: number }} window
 * @param {string} url
 * @param {string} language
 * @param {(page: Page, state: State) => Promise<void>} look
 */
export async function visitAll(browser, window, url, language, look) {
  for (const { path, options, states } of visitsOf(routes)) {
    const context = await browser.newContext({
      viewport: window,
      reducedMotion: 'reduce',
      ...options,
    });
    const isScripted = options?.javaScriptEnabled !== false;
    const page = await context.newPage();
    // The timers of carousels and live tables.
    await page.addInitScript(() => {
      Reflect.set(globalThis, 'setInterval', () => 0);
    });
    if (isScripted) await seedRows(page);
    await page.goto(new URL(`${path}?lang=${language}`, url).href);
    await page.locator('#app > *').first().waitFor({ state: 'attached' });
    await loadPictures(page);
    for (const state of await states(page)) {
      if (state.extent === 'window') await page.setViewportSize(window);
      await state.reach(page);
      if (state.extent === 'page') {
        // A viewport as tall as the page puts the fixed footer at its end.
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        await page.setViewportSize({ ...window, height });
      }
      // Without JavaScript, nothing moves, and no frame is requested.
      if (isScripted) await settle(page);
      await look(page, state);
    }
    await context.close();
  }
}

/**
 * Serves pages as app shells with a constant seed: the rows of the live tables depend on the time
 * window, in the served HTML as well.
 *
 * @param {Page} page
 */
async function seedRows(page) {
  await page.route(
    () => true,
    async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      const response = await route.fetch();
      const html = await response.text();
      const body = html
        .replace(/(<div id="app">).*(<\/div>\s*<script type="application\/json")/s, '$1$2')
        .replace(/"seed":\d+/, '"seed":1');
      await route.fulfill({ response, body });
    },
  );
}

/**
 * Loads lazy pictures and waits for them.
 *
 * @param {Page} page
 */
async function loadPictures(page) {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  });
}

/**
 * Waits until the icons' sprite is loaded, animations are over, and the layout is painted.
 *
 * @param {Page} page
 */
async function settle(page) {
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

/**
 * Maps items with a bounded number of concurrent calls, and returns the results in order.
 *
 * @template T, R
 * @param {T[]} items
 * @param {(item: T) => Promise<R>} map
 * @returns {Promise<R[]>}
 */
export async function concurrently(items, map) {
  /** @type {R[]} */
  const results = [];
  const rest = [...items.entries()];
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let next = rest.shift(); next; next = rest.shift()) {
        results[next[0]] = await map(next[1]);
      }
    }),
  );
  return results;
}
