/**
 * Writes `gallery/`: for every message and language, a picture of its place with the text outlined, at the
 * widths of a phone and a desktop.
 *
 *     node --import tsx tools/gallery/gallery.ts      (after `make build`)
 *
 * The places are found on the pages in the pseudo-locale of ids, where every text is its id; elements
 * have the same path in every language. Fails if an id is found in no state.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { languages, startServer } from '../audit/server.ts';
import { launchBrowser } from '../browser.ts';
import { idsLocale } from '../build/pseudo-locales.ts';
import { type Context, galleryPage, type View } from './gallery-page.ts';
import { measurePlaces } from './measure.ts';
import { findPlaces, type Place } from './places.ts';
import { visitAll } from './visit.ts';

type Window = { width: number; height: number };

const folder = 'gallery';
/** Of the WebP pictures: letters stay sharp, at a seventh of the size of PNG. */
const quality = 80;
const windows: Window[] = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8'));
}

const texts = new Map<string, Record<string, string>>();
for (const code of languages) texts.set(code, await readJson(join('locales', `${code}.json`)));
const ids = Object.keys(texts.get('en') ?? {});
const context = await readJson<Record<string, Context>>('locales/context/en.json');

const settings = { DRAIN_DELAY: '0s', RENDER_TIMEOUT: '20s' };
const idsServer = await startServer({ ...settings, PSEUDO_LOCALES: 'on' });
const server = await startServer(settings);
const browser = await launchBrowser();
try {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const found = new Set<string>();
  const views: View[] = [];
  await Promise.all(
    windows.map(async (window) => {
      const places = await discover(browser, window);
      for (const { id } of [...places.values()].flat()) found.add(id);
      for (const language of languages) {
        views.push(...(await capture(browser, window, language, places)));
      }
    }),
  );
  const css = await readFile('tools/gallery/gallery.css', 'utf8');
  const messages = ids.map((id) => ({
    id,
    context: context[id],
    texts: new Map(Array.from(texts, ([code, messages]) => [code, messages[id]])),
    views: views.filter((view) => view.id === id),
  }));
  await writeFile(join(folder, 'index.html'), galleryPage(messages, css));

  // Those of `locale` are properties of the language.
  const missing = ids.filter((id) => !id.startsWith('locale.') && !found.has(id));
  console.log(`${ids.length - missing.length} of ${ids.length} messages`);
  for (const id of missing) {
    console.error(`  ${id}: in no state; remove it, or add its state to tools/gallery/states.ts`);
  }
  if (missing.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  server.stop();
  idsServer.stop();
}

/** Finds the places of all messages at one width, by the name of the state. */
async function discover(browser: Browser, window: Window) {
  const places = new Map<string, Place[]>();
  await visitAll(browser, window, idsServer.url, idsLocale, async (page, { name }) => {
    places.set(name, await page.evaluate(findPlaces, ids));
  });
  return places;
}

/** Takes pictures of all states in one language at one width. Returns the best view of each message. */
async function capture(
  browser: Browser,
  window: Window,
  language: string,
  placesByState: Map<string, Place[]>,
) {
  const best = new Map<string, View>();
  await visitAll(browser, window, server.url, language, async (page, state) => {
    const places = placesByState.get(state.name) ?? [];
    const file = `${window.width}-${language}-${state.name}.webp`;
    const { width, height } = page.viewportSize() ?? window;
    const measured = await page.evaluate(measurePlaces, places);
    const views = new Map<string, View>();
    for (const [index, { id }] of places.entries()) {
      const { box, isText } = measured[index] ?? {};
      if (!box || isText === undefined) continue;
      const view = views.get(id);
      if (view?.isText === isText) view.boxes.push(box);
      else if (!view || isText) {
        const picture = { file, width, height };
        views.set(id, { id, language, picture, state: state.description, isText, boxes: [box] });
      }
    }
    for (const [id, view] of views) {
      const other = best.get(id);
      if (!other || (view.isText && !other.isText)) best.set(id, view);
    }
    const path = join(folder, file);
    await page.screenshot({ path, quality, animations: 'disabled', caret: 'hide' });
  });
  return best.values();
}
