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
import type { Page } from '@playwright/test';
import { languages, startServer } from '../audit/server.ts';
import { launchBrowser } from '../browser.ts';
import { idsLocale } from '../build/pseudo-locales.ts';
import { sourceLanguage } from '../messages/language.ts';
import { buildWith, type Texts, textsAt } from './base.ts';
import { type Column, type Context, galleryPage, type View } from './gallery-page.ts';
import { measurePlaces } from './measure.ts';
import { findPlaces, type Place } from './places.ts';
import type { State } from './states.ts';
import { visitAll } from './visit.ts';

const { base, out: folder } = parseArgs({
  options: { base: { type: 'string' }, out: { type: 'string', default: 'gallery' } },
}).values;

/** Of the WebP pictures: letters stay sharp, at a seventh of the size of PNG. */
const quality = 80;
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

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
const browser = await launchBrowser();
try {
  /** By the name of the state. */
  const places = new Map<string, Place[]>();
  const url = await serve({ PSEUDO_LOCALES: 'on' });
  await visitAll(browser, phone, url, idsLocale, async (page, { name }) => {
    places.set(name, await page.evaluate(findPlaces, Object.keys(english)));
  });
  const sites = [{ version: before ? 'after' : '', url: await serve() }];
  if (before) {
    await buildWith(before, texts, baseDist);
    sites.push({ version: 'before', url: await serve({ DIST_DIR: baseDist }) });
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await Promise.all(
    [phone, desktop].map(async (window) => {
      for (const site of sites) {
        for (const language of languages) await capture(window, site, language, places);
      }
    }),
  );
  const css = await readFile('tools/gallery/gallery.css', 'utf8');
  await writeFile(join(folder, 'index.html'), galleryPage(messages, css));

  const found = new Set([...places.values()].flat().map(({ id }) => id));
  // Those of `locale` are properties of the language.
  const missing = messages.filter(
    ({ id }) => id in english && !id.startsWith('locale.') && !found.has(id),
  );
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

/** Takes pictures in one language at one width, until each column has the best view of its message. */
async function capture(
  window: typeof phone,
  { version, url }: { version: string; url: string },
  language: string,
  places: Map<string, Place[]>,
) {
  const all = messages.flatMap(({ rows }) => rows.flat());
  const columns = all.filter((it) => it.version === version && it.language === language);
  const wanted = new Map(columns.map((column) => [column.id, column]));
  const best = new Map<string, View>();
  const isBetter = (id: string, isText: boolean) =>
    wanted.has(id) && (isText ? !best.get(id)?.isText : !best.has(id));
  const placesIn = ({ name }: State) => places.get(name) ?? [];
  const isWanted = (state: State) =>
    placesIn(state).some(({ id, attribute }) => isBetter(id, attribute === null));
  const look = async (page: Page, state: State) => {
    const name = [window.width, language, version, state.name].filter(Boolean).join('-');
    const file = `${name}.webp`;
    const picture = { file, ...(page.viewportSize() ?? window) };
    const seen = await page.evaluate(measurePlaces, placesIn(state));
    const better = Object.entries(seen).filter(([id, { isText }]) => isBetter(id, isText));
    if (better.length === 0) return;
    for (const [id, it] of better) best.set(id, { ...it, picture, state: state.description });
    const path = join(folder, file);
    await page.screenshot({ path, quality, animations: 'disabled', caret: 'hide' });
  };
  await visitAll(browser, window, url, language, look, isWanted);
  for (const [id, view] of best) wanted.get(id)?.views.push(view);
}
