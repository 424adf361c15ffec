import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { compileLocales, readSources } from './locales.mjs';
import { writeDist } from './manifest.mjs';

const languages = compileLocales(await readSources('locales'));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dist-'));
});

afterEach(() => rm(folder, { recursive: true }));

function bundle(...files: [path: string, text: string][]) {
  return files.map(([path, text]) => ({ path, contents: Buffer.from(text) }));
}

/** Builds the site with these words in its script, and tells its identity. */
async function build(words: string, locales = languages) {
  const bundles = {
    client: bundle(
      ['entry-SAME.js', 'first'],
      ['entry-SAME.css', 'style'],
      [`hydrate-${words}.js`, words],
    ),
    server: bundle(['entry.js', words]),
    routes: [{ path: '/' }],
  };
  const site = await writeDist(folder, bundles, locales, { forVisitors: false });
  return site.build;
}

/** The scripts that visitors find, by their words. */
async function scripts() {
  const names = await readdir(join(folder, 'public/assets'));
  return names.flatMap((name) => name.match(/^hydrate-(\w+)\.js$/)?.[1] ?? []).sort();
}

test('Visitors of the build before find its files, and those of an earlier one do not', async () => {
  await build('first');
  assert.deepEqual(await scripts(), ['first']);
  await build('second');
  assert.deepEqual(await scripts(), ['first', 'second']);
  await build('third');
  assert.deepEqual(await scripts(), ['second', 'third']);
});

test('Building the same again keeps the files of the build before', async () => {
  await build('first');
  const second = await build('second');
  assert.equal(await build('second'), second);
  assert.equal(await build('second'), second);
  assert.deepEqual(await scripts(), ['first', 'second']);
});

test('Going back to the build before keeps the files of the one that is left', async () => {
  const first = await build('first');
  await build('second');
  assert.equal(await build('first'), first);
  assert.deepEqual(await scripts(), ['first', 'second']);
});

test('A language that is changed keeps its words from before for open pages, and no others', async () => {
  await build('same');
  const [english, ...others] = languages;
  assert.ok(english);
  const reworded = { ...english, table: { ...english.table, 'account.login.label': 'Enter' } };
  await build('same', [reworded, ...others]);
  const files = await readdir(join(folder, 'public/assets'));
  const copies = (code: string) => files.filter((name) => name.startsWith(`messages-${code}-`));
  assert.deepEqual([copies('en').length, copies('ms').length], [2, 1]);
  assert.deepEqual((await readdir(join(folder, 'locales'))).length, languages.length);
});

test('The build says which files are its own', async () => {
  await build('first');
  await build('second');
  const site = JSON.parse(await readFile(join(folder, 'site.json'), 'utf8'));
  assert.ok(site.files.includes('hydrate-second.js') && !site.files.includes('hydrate-first.js'));
  assert.ok(site.filesOfLastBuild.includes('hydrate-first.js'));
  assert.ok(site.files.includes(basename(site.assets.app)));
});

test('The build states size and SHA-256 of its files and of those it keeps of the one before', async () => {
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
