import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';
import * as config from '../../client/site/config.ts';
import { readLocales } from './locales.ts';
import { writeDist } from './manifest.ts';

const languages = await readLocales('locales', config);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dist-'));
});

afterEach(() => rm(folder, { recursive: true }));

function bundle(...files: [path: string, text: string][]) {
  return files.map(([path, text]) => ({ path, contents: Buffer.from(text) }));
}

/** Builds the site with these words in its app script. Returns the build id. */
async function build(words: string, locales = languages, comment = '') {
  const bundles = {
    client: bundle(
      ['before-paint-SAME.js', 'first'],
      ['entry-SAME.js', 'first'],
      ['entry-SAME.css', 'style'],
      ['print-SAME.css', 'style'],
      [`hydrate-${words}.js`, words],
      ['hydration-errors-SAME.js', 'first'],
      ['web-vitals-SAME.js', 'first'],
      ['visits-SAME.js', 'first'],
    ),
    server: bundle(['entry.js', words]),
    sourceMaps: bundle([`hydrate-${words}.js.map`, `${words} map ${comment}`]),
    parts: {},
    routes: [{ path: '/' }],
    renderPages: async () => ({ pages: [], counted: { places: [], links: [] } }),
  };
  const site = await writeDist(folder, bundles, locales, config, { forProduction: false });
  return site.build;
}

/** Returns the words of the app scripts in the folder. */
async function scripts() {
  const names = await readdir(join(folder, 'public/assets'));
  return names.flatMap((name) => name.match(/^hydrate-(\w+)\.js$/)?.[1] ?? []).sort();
}

test.each([
  ['those of the previous build, and no earlier ones', 'first second third', 'second third'],
  [
    'the same after the same sources were built again',
    'first second second second',
    'first second',
  ],
  ['those of the build that was rolled back from', 'first second first', 'first second'],
])('Keeps of all files: %s', async (_which, builds, kept) => {
  const ids = new Map<string, string>();
  for (const words of builds.split(' ')) {
    const id = await build(words);
    assert.equal(ids.get(words) ?? id, id);
    ids.set(words, id);
  }
  assert.deepEqual(await scripts(), kept.split(' '));
});

test('Keeps the previous messages of a changed language only', async () => {
  await build('same');
  const english = languages.find(({ code }) => code === 'en');
  const others = languages.filter((language) => language !== english);
  assert.ok(english);
  const reworded = { ...english, table: { ...english.table, 'account.login.label': 'Enter' } };
  await build('same', [reworded, ...others]);
  const files = await readdir(join(folder, 'public/assets'));
  const copies = (code: string) => files.filter((name) => name.startsWith(`messages-${code}-`));
  const [other] = others;
  assert.deepEqual([copies('en').length, copies(`${other?.code}`).length], [2, 1]);
  assert.deepEqual((await readdir(join(folder, 'locales'))).length, languages.length);
});

test('A change of source maps alone is no other build', async () => {
  const first = await build('first');
  assert.equal(await build('first', languages, 'another comment'), first);
  assert.equal(
    await readFile(join(folder, 'source-maps/hydrate-first.js.map'), 'utf8'),
    'first map another comment',
  );
});

test('Removes the source maps of earlier builds, and has none among the public files', async () => {
  await build('first');
  await build('second');
  assert.deepEqual(await readdir(join(folder, 'source-maps')), ['hydrate-second.js.map']);
  const names = await readdir(join(folder, 'public'), { recursive: true });
  assert.deepEqual(
    names.filter((name) => name.includes('.map')),
    [],
  );
});

test('The web manifest has the name of the site', async () => {
  await build('first');
  const manifest = await readFile(join(folder, 'public/site.webmanifest'), 'utf8');
  const { name, short_name } = JSON.parse(manifest);
  assert.deepEqual([name, short_name], [config.brand, config.brand]);
});

test('site.json lists the files of the build and of the previous one', async () => {
  await build('first');
  await build('second');
  const site = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'));
  assert.ok(site.files.includes('hydrate-second.js') && !site.files.includes('hydrate-first.js'));
  assert.ok(site.filesOfLastBuild.includes('hydrate-first.js'));
  assert.ok(site.files.includes(basename(site.assets.app)));
});

test('site.json has size and SHA-256 of all files, including those of the previous build', async () => {
  await build('first');
  await build('second');
  const { digests } = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name !== 'site.json')
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  assert.deepEqual(Object.keys(digests).sort(), files.sort());
  assert.ok(files.includes('public/assets/hydrate-first.js'));
  for (const file of files) {
    const contents = await readFile(join(folder, file));
    const sha256 = createHash('sha256').update(contents).digest('hex');
    assert.deepEqual(digests[file], { bytes: contents.length, sha256 }, file);
  }
});
