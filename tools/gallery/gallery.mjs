/**
 * Writes `gallery/`: for every message and language, a picture of the place with the text outlined, at
 * the widths of a phone and a desktop, or a description of where it is read or heard instead.
 *
 *     node tools/gallery/gallery.mjs      (after `make build`)
 *
 * The places are found on the pages in the pseudo-locale of ids, where every text is its id; elements
 * have the same path in every language. Fails if an id is found in no state.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages, startServer } from '../audit/server.mjs';
import { idsLocale, pseudoLocales } from '../build/pseudo-locales.mjs';
import { describeUse } from './describe.mjs';
import { findPlaces, measurePlaces } from './places.mjs';
import { concurrently, launchBrowser, visitAll } from './visit.mjs';

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('./places.mjs').Box} Box
 * @typedef {import('./places.mjs').Place} Place
 * @typedef {import('./states.mjs').State} State
 *
 * @typedef {{ state: State, places: Place[], seen: string[] }} Discovery one state at one width
 *
 * @typedef {object} Found
 * @property {Map<string, Place[]>} places by the name of the state
 * @property {Map<string, Map<string, string>>} uses by the message's id, how it is used, in words, and
 *   the first state in which it is
 * @property {Set<string>} seen ids of messages that are seen as text
 *
 * @typedef {object} View a message in one language at one width
 * @property {string} file
 * @property {string} state
 * @property {boolean} isText whether the boxes are those of the text, else of what it labels
 * @property {Box[]} boxes
 *
 * @typedef {object} Capture all views in one language at one width
 * @property {string} language
 * @property {number} width
 * @property {Map<string, View>} views by message id
 * @property {Map<string, { contents: Buffer, size: [width: number, height: number] }>} pictures
 */

const folder = 'gallery';
const viewer = 'tools/gallery/viewer';
/** Optional: a description and a length limit by id. */
const descriptions = 'locales/context/en.json';

const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

const start = performance.now();
const texts = Object.fromEntries(
  await Promise.all(
    languages.map(async (code) => [code, await readJson(join('locales', `${code}.json`))]),
  ),
);
const ids = Object.keys(texts.en);

const [idsServer, server] = await Promise.all([
  startServer({ PSEUDO_LOCALES: 'on', DRAIN_DELAY: '0s', RENDER_TIMEOUT: '20s' }),
  startServer({ DRAIN_DELAY: '0s', RENDER_TIMEOUT: '20s' }),
]);
const browser = await launchBrowser();
try {
  const discoveries = (await concurrently(windows, (window) => discover(browser, window))).flat();
  const found = merge(discoveries);
  const tasks = languages.flatMap((language) => windows.map((window) => ({ language, window })));
  const captures = await concurrently(tasks, ({ language, window }) =>
    capture(browser, language, window, found),
  );
  await write(captures, found);
  process.exitCode = report(found) ? 0 : 1;
} finally {
  await browser.close();
  server.stop();
  idsServer.stop();
}

/**
 * Finds the places of all messages at one width.
 *
 * @param {Browser} browser
 * @param {typeof windows[number]} window
 * @returns {Promise<Discovery[]>}
 */
async function discover(browser, window) {
  /** @type {Discovery[]} */
  const discoveries = [];
  await visitAll(browser, window, idsServer.url, idsLocale, async (page, state) => {
    const places = await page.evaluate(findPlaces, ids);
    const measured = await page.evaluate(measurePlaces, places);
    const seen = places.filter((_, index) => measured[index]?.text).map(({ id }) => id);
    discoveries.push({ state, places, seen });
  });
  return discoveries;
}

/**
 * Merges the places of all widths. The order of the states is kept.
 *
 * @param {Discovery[]} discoveries
 * @returns {Found}
 */
function merge(discoveries) {
  const seen = new Set(discoveries.flatMap((discovery) => discovery.seen));
  /** @type {Map<string, Map<string, Place>>} */
  const places = new Map();
  /** @type {Map<string, Map<string, string>>} */
  const uses = new Map();
  for (const { state, places: ofState } of discoveries) {
    const merged = places.get(state.name) ?? new Map();
    places.set(state.name, merged);
    for (const place of ofState) {
      const key = JSON.stringify([place.id, place.selector, place.attribute]);
      merged.set(key, place);
      const words = uses.get(place.id) ?? new Map();
      uses.set(place.id, words);
      const use = describeUse(place, seen.has(place.id));
      if (!words.has(use)) words.set(use, state.description);
    }
  }
  return {
    seen,
    places: new Map([...places].map(([name, merged]) => [name, [...merged.values()]])),
    uses,
  };
}

/**
 * Measures all places in one language at one width, and takes the pictures that show them.
 *
 * @param {Browser} browser
 * @param {string} language
 * @param {typeof windows[number]} window
 * @param {Found} found
 * @returns {Promise<Capture>}
 */
async function capture(browser, language, window, found) {
  const { width } = window;
  /** @type {Capture} */
  const result = { language, width, views: new Map(), pictures: new Map() };
  await visitAll(browser, window, server.url, language, async (page, state) => {
    const places = found.places.get(state.name) ?? [];
    const measured = await page.evaluate(measurePlaces, places);
    const file = `${width}-${language}-${state.name}.png`;
    /** @type {Map<string, View>} */
    const views = new Map();
    for (const [index, { id }] of places.entries()) {
      const isText = found.seen.has(id);
      const box = isText ? measured[index]?.text : measured[index]?.owner;
      if (!box || result.views.has(id)) continue;
      const view = views.get(id) ?? { file, state: state.description, isText, boxes: [] };
      view.boxes.push(box);
      views.set(id, view);
    }
    if (views.size === 0) return;
    for (const [id, view] of views) result.views.set(id, view);
    const contents = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    const { width: w = width, height = window.height } = page.viewportSize() ?? {};
    result.pictures.set(file, { contents, size: [w, height] });
  });
  return result;
}

/**
 * Writes the pictures, the viewer and its data, and lists the pictures that changed.
 *
 * @param {Capture[]} captures
 * @param {Found} found
 */
async function write(captures, found) {
  await mkdir(folder, { recursive: true });
  const earlier = new Map();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.png'))) {
    earlier.set(file, digest(await readFile(join(folder, file))));
  }
  const pictures = new Map(captures.flatMap((it) => [...it.pictures]));
  for (const [file, { contents }] of pictures) await writeFile(join(folder, file), contents);
  for (const file of earlier.keys()) if (!pictures.has(file)) await rm(join(folder, file));

  for (const file of await readdir(viewer)) {
    await copyFile(join(viewer, file), join(folder, file));
  }
  const context = existsSync(descriptions) ? await readJson(descriptions) : {};
  const data = {
    languages,
    widths: windows.map(({ width }) => width),
    sizes: Object.fromEntries([...pictures].map(([file, { size }]) => [file, size])),
    messages: ids.map((id) => ({
      id,
      ...context[id],
      uses: [...(found.uses.get(id) ?? [[explain(id), '']])],
      texts: Object.fromEntries(languages.map((code) => [code, texts[code][id] ?? null])),
      views: captures.flatMap(({ language, width, views }) => {
        const view = views.get(id);
        return view ? [{ language, width, ...view }] : [];
      }),
    })),
  };
  // A script, as pages opened from a file cannot fetch JSON.
  await writeFile(join(folder, 'data.js'), `globalThis.gallery = ${JSON.stringify(data)};\n`);

  if (earlier.size === 0) return;
  const changed = [...pictures].filter(([file, it]) => earlier.get(file) !== digest(it.contents));
  const removed = [...earlier.keys()].filter((file) => !pictures.has(file));
  console.log(`${changed.length} of ${pictures.size} pictures changed`);
  for (const [file] of changed) console.log(`  ${file}${earlier.has(file) ? '' : ' (new)'}`);
  for (const file of removed) console.log(`  ${file} (removed)`);
}

/**
 * Returns why a message is no text, or null.
 *
 * @param {string} id
 */
function explain(id) {
  const pseudoLocale = pseudoLocales(texts.en).find(({ code }) => code === idsLocale);
  const isText = pseudoLocale?.messages[id]?.startsWith(id);
  return isText ? null : 'No text, but a property of the language';
}

/**
 * Prints how many messages have a place. Returns whether all have.
 *
 * @param {Found} found
 */
function report({ uses }) {
  const explained = ids.filter((id) => !uses.has(id) && explain(id));
  const missing = ids.filter((id) => !uses.has(id) && !explain(id));
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`${ids.length - missing.length} of ${ids.length} messages, in ${seconds} s`);
  for (const id of explained) console.log(`  ${id}: ${explain(id)}`);
  for (const id of missing) {
    console.error(`  ${id}: in no state; remove it, or add its state to tools/gallery/states.mjs`);
  }
  return missing.length === 0;
}

/** @param {Buffer} contents */
function digest(contents) {
  return createHash('sha256').update(contents).digest('hex');
}

/** @param {string} file */
async function readJson(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}
