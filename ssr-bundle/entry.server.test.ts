import assert from 'node:assert/strict';
import { test } from 'vitest';
import { examplePage, exampleSite } from '../client/testing/example-site.ts';
import { locales } from '../client/testing/example-state.ts';
import { configure, render, shell } from './entry.server.tsx';
import type { PageRequest } from './site.ts';

configure(exampleSite);

const home: PageRequest = {
  page: examplePage('/', 'en'),
  link: 'https://operator.example/',
  blogLink: 'https://blog.example/',
  seed: 7,
};

/** A page, and what is written of it: its start, then the rest. */
function newPage() {
  const written: string[] = [];
  const write = (html: string) => void written.push(html);
  return { written, head: write, write };
}

async function read(changes: Partial<PageRequest> = {}, page = newPage()) {
  await render(page, { ...home, ...changes });
  return page.written.join('');
}

/** Returns the start and the rest of a page's app shell. */
function readShell(changes: Partial<PageRequest> = {}) {
  const page = newPage();
  shell(page, { ...home, link: null, blogLink: null, seed: 0, ...changes });
  return page.written;
}

test('Render-critical metadata comes before metadata for crawlers', async () => {
  const html = await read();
  const places = [
    'charset',
    'viewport',
    '<title>',
    'stylesheet',
    '<script src',
    '<script type="module"',
    'canonical',
    'og:',
    'ld+',
  ].map((text) => html.indexOf(text));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.ok(!places.includes(-1));
});

for (const { code } of locales) {
  test(`A page in ${code} starts with the same HTML as its app shell`, async () => {
    for (const path of ['/', '/404']) {
      for (const isLocaleFixed of [false, true]) {
        const page = examplePage(path, code, { isLocaleFixed });
        const [start, ...rest] = readShell({ page });
        const html = await read({ page });
        assert.ok(start && html.startsWith(start), path);
        assert.match(rest.join(''), /^<main class="notice">.*<\/main><\/div>\n.*<\/html>\n$/s);
      }
    }
  });
}

test('A failed render leaves only the start of the app shell', async () => {
  const link: unknown = {
    toString() {
      throw new Error('broken');
    },
  };
  const page = newPage();
  await assert.rejects(read({ link: link as string }, page), /broken/);
  assert.deepEqual(page.written, readShell().slice(0, 1));
});
