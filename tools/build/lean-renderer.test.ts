import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { test } from 'vitest';
import { examplePage, exampleSite } from '../../ssr-bundle/example-site.ts';
import { serverOptions } from './bundles.mjs';
import { withoutWideSwitches } from './lean-renderer.mjs';

/** A wide switch with every way to leave a case. */
const wide = `function run(name, log) {
  for (var round = 0; round < 2; round++) {
    switch (name + '') {
      case 'breaks': log('b'); break;
      case 'continues': log('c'); continue;
      case 'returns': return 'r';
      case 'throws': throw Error('t');
      case 'one': case 'other': log('o');
      case 'falls': log('f');
      case 'between': log('n'); break;
      ${Array.from({ length: 60 }, (_, place) => `case 'n${place}': log(${place}); break;`).join('\n')}
      default: log('d');
    }
    log('.');
  }
  return 'end';
}`;

/** Calls a script's `run` with a name. Returns its log, with the result or error. */
function outcome(script: string, name: unknown): string {
  const run = new Function(`${script}; return run;`)();
  let log = '';
  try {
    log += run(name, (text: unknown) => {
      log += text;
    });
  } catch (error) {
    log += error;
  }
  return log;
}

test('A wide switch behaves the same after the transformation', () => {
  const narrow = withoutWideSwitches(wide);
  assert.ok(narrow.includes('new Map'));
  const names = ['breaks', 'continues', 'returns', 'throws', 'one', 'other', 'falls', 'between'];
  for (const name of [...names, 'n0', 'n59', 'unknown', '', 'constructor', 7]) {
    assert.equal(outcome(narrow, name), outcome(wide, name), String(name));
  }
});

test('Narrow switches and switches over other types are unchanged', () => {
  const narrow = "switch (a) { case 'one': b(); }";
  const numbers = `switch (a) { ${Array.from({ length: 60 }, (_, n) => `case ${n}: b();`).join('')} }`;
  for (const script of [narrow, numbers]) assert.equal(withoutWideSwitches(script), script);
});

/** Builds the server bundle with these plugins and renders pages with it. */
async function renderPages(plugins: Plugin[], folder: string): Promise<string[]> {
  const outdir = join(folder, String(plugins.length));
  await build({ ...serverOptions, plugins, outdir, write: true });

  const pages: string[] = [];
  const add = (page: number, html: string) => {
    pages[page] = (pages[page] ?? '') + html;
    return true;
  };
  Object.assign(globalThis, { marquee: { head: add, put: add, write: add } });

  const { configure, render } = await import(join(outdir, 'entry.js'));
  configure({ ...exampleSite, messagingLink: 'https://message.example/?one=1&other="2"' });
  // Enough to fill every cache of the renderer.
  for (let page = 0; page < 120; page += 1) {
    const [path, link] =
      page % 2 ? ['/', `https://operator.example/?<'${page}'>&`] : ['/404', null];
    const locale = exampleSite.locales[page % 3]?.code ?? 'en';
    const links = { link, blogLink: null };
    await render(page, { page: examplePage(path, locale), ...links, seed: page });
  }
  return pages;
}

test('Pages are byte for byte the same as with unpatched React', async () => {
  const plugins = serverOptions.plugins ?? [];
  const published = plugins.filter(({ name }) => name !== 'lean-renderer');
  assert.equal(published.length, plugins.length - 1);
  const folder = await mkdtemp(join(tmpdir(), 'marquee-lean-renderer-'));
  try {
    const lean = await renderPages(plugins, folder);
    const whole = await renderPages(published, folder);
    assert.equal(lean.length, 120);
    assert.deepEqual(
      lean.flatMap((page, place) => (page === whole[place] ? [] : [place])),
      [],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
