/**
 * Writes `gallery/`: for every message and language, a picture of its place with the text outlined, at the
 * widths of a phone and a desktop.
 *
 *     node --import tsx tools/gallery/gallery.ts      (after `make build`)
 *         --base=REVISION   only the messages whose texts differ from those of a git revision, before and after
 *         --out=DIR         writes to DIR instead of gallery/
 *
 * The places are found on the pages in the pseudo-locale of ids, where every text is its id; elements
 * have the same path in every language and at every width. Fails if an id is found in no state.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page, PageScreenshotOptions } from '@playwright/test';
import type { Route } from '../../client/app/pages.ts';
import { shareWords } from '../../client/site/config.ts';
import { languages, startServer } from '../audit/server.ts';
import { launchBrowser } from '../browser.ts';
import { idsLocale } from '../build/pseudo-locales.ts';
import { sourceLanguage, translatableIds } from '../messages/language.ts';
import { buildWith, type Texts, textsAt } from './base.ts';
import { type Column, type Context, galleryPage } from './gallery-page.ts';
import { findPlaces, type Place } from './places.ts';
import { type State, visitAll, visitsOf } from './states.ts';

const { base, out: folder } = parseArgs({
  options: { base: { type: 'string' }, out: { type: 'string', default: 'gallery' } },
}).values;

/** The sizes of a phone and a desktop, in CSS pixels. */
const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
type Window = (typeof windows)[number];

const visits = visitsOf((await readJson<{ routes: Route[] }>('dist/site.json')).routes);

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8'));
}

const texts: Texts = new Map();
for (const code of languages) texts.set(code, await readJson(join('locales', `${code}.json`)));
const before = base === undefined ? undefined : await textsAt(base, languages).catch(noBase);
const english = texts.get(sourceLanguage) ?? {};
const context = await readJson<Record<string, Context>>('locales/context/en.json');
const messages = Object.keys({ ...before?.get(sourceLanguage), ...english })
  .sort()
  .map((id) => ({ id, context: context[id], rows: rowsOf(id) }))
  .filter(({ rows }) => rows.length > 0);
if (messages.length === 0) {
  console.log(`no text differs from ${base}`);
  process.exit();
}

const baseDist = await mkdtemp(join(tmpdir(), 'gallery-'));
const servers: Awaited<ReturnType<typeof startServer>>[] = [];
// The page's pictures are loaded when it is, and not when they are scrolled to.
const browser = await launchBrowser(undefined, '--blink-settings=lazyLoadEnabled=false');
try {
  const forIds = { url: await serve({ PSEUDO_LOCALES: 'on' }), language: idsLocale };
  const sites = [{ version: before ? 'after' : '', url: await serve() }];
  if (before) {
    await buildWith(before, texts, baseDist);
    sites.push({ version: 'before', url: await serve({ DIST_DIR: baseDist }) });
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const found = new Set<string>();
  await Promise.all(
    windows.map(async (window) => {
      const places = await placesIn(window, forIds);
      for (const id of places.keys()) found.add(id);
      for (const site of sites) {
        for (const language of languages) await capture(window, { ...site, language }, places);
      }
    }),
  );
  const css = await readFile('tools/gallery/gallery.css', 'utf8');
  await writeFile(join(folder, 'index.html'), galleryPage(messages, css));

  // The pictures for social media may have words that no page has.
  for (const id of Object.values(shareWords).flat()) found.add(id);
  const ids = translatableIds({ messages: english });
  const missing = messages.filter(({ id }) => ids.includes(id) && !found.has(id));
  console.log(`${messages.length - missing.length} of ${messages.length} messages`);
  for (const { id } of missing) {
    console.error(`  ${id}: in no state; remove it, or add its state to tools/gallery/states.ts`);
  }
  if (missing.length > 0) process.exitCode = 1;
  console.log(`See ${folder}/index.html`);
} finally {
  await browser.close();
  for (const server of servers) server.stop();
  await rm(baseDist, { recursive: true });
}

function noBase(error: Error): never {
  console.error(`BASE=${base} cannot be read: ${error.message}`);
  process.exit(1);
}

/** Returns one row of all languages; or one for each in which the text has changed, of what there is of both. */
function rowsOf(id: string): Column[][] {
  const column = (language: string, version: Column['version'], from: Texts): Column => {
    return { id, language, version, text: from.get(language)?.[id], views: [] };
  };
  if (!before) return [languages.map((language) => column(language, '', texts))];
  return languages
    .map((code) => [column(code, 'before', before), column(code, 'after', texts)])
    .filter(([old, now]) => old?.text !== now?.text)
    .map((columns) => columns.filter(({ text }) => text !== undefined));
}

async function serve(more: Record<string, string> = {}) {
  const server = await startServer({ DRAIN_DELAY: '0s', RENDER_TIMEOUT: '20s', ...more });
  servers.push(server);
  return server.url;
}

/** Returns the first place of each message at one width, in its state; one where the text is seen rather than others. */
async function placesIn(window: Window, site: { url: string; language: string }) {
  const best = new Map<string, Place & { state: string }>();
  await visitAll(browser, visits, window, site, async (page, { name }) => {
    for (const place of await page.evaluate(findPlaces, Object.keys(english))) {
      const former = best.get(place.id);
      const isBetter = place.isText
        ? !former?.isText
        : place.selector !== null && !former?.selector;
      if (!former || isBetter) best.set(place.id, { ...place, state: name });
    }
  });
  return best;
}

/** Takes the pictures of the places in one language at one width. */
async function capture(
  window: Window,
  site: { version: string; url: string; language: string },
  places: Awaited<ReturnType<typeof placesIn>>,
) {
  const all = messages.flatMap(({ rows }) => rows.flat());
  const columns = all.filter((it) => it.version === site.version && it.language === site.language);
  const wantedIn = ({ name }: State) =>
    columns.flatMap((column) => {
      const { state, selector, isText } = places.get(column.id) ?? {};
      return selector && state === name ? [{ ...column, selector, isText }] : [];
    });
  const take = async (page: Page, name: string, more: PageScreenshotOptions) => {
    const file = [window.width, site.language, site.version, name].filter(Boolean).join('-');
    const path = join(folder, `${file}.webp`);
    await page.screenshot({ path, quality: 80, animations: 'disabled', ...more });
    return `${file}.webp`;
  };
  const look = async (page: Page, state: State) => {
    const wanted = wantedIn(state);
    if (wanted.length === 0) return;
    const isCovered = (await page.locator(':modal, :popover-open').count()) > 0;
    const whole = await take(page, state.name, { fullPage: !isCovered });
    for (const { id, selector, isText = false, views } of wanted) {
      const element = page.locator(selector);
      await element.evaluate((it) =>
        it.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }),
      );
      const box = await element.boundingBox();
      if (!box) continue;
      const outline = `3px ${isText ? 'solid' : 'dashed'} #ff2d95`;
      const picture = await take(page, id, {
        clip: around(box),
        style: `${selector} { outline: ${outline} !important; outline-offset: 2px; }`,
      });
      views.push({ picture, page: whole, width: window.width, state: state.description, isText });
    }
  };
  await visitAll(browser, visits, window, site, look, (state) => wantedIn(state).length > 0);
}

/** Returns a box with its surroundings. Playwright keeps it within the window. */
function around({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return { x: x - 160, y: y - 70, width: width + 320, height: height + 140 };
}
