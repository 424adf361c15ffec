import assert from 'node:assert/strict';
import { test } from 'vitest';
import { examplePage, exampleSite } from '../client/testing/example-site.ts';
import { locales } from '../client/testing/example-state.ts';
import type { PageRequest } from './site.ts';

/** What was written of each page: its start, then the rest. */
const pages: string[][] = [];

Object.assign(globalThis, {
  marquee: {
    head: (id: number, start: string) => pages[id]?.push(start),
    write: (id: number, html: string) => pages[id]?.push(html),
  },
});

const { configure, render, shell } = await import('./entry.server.tsx');

configure(exampleSite);

const home: PageRequest = {
  page: examplePage('/', 'en'),
  link: 'https://operator.example/',
  blogLink: 'https://blog.example/',
  seed: 7,
};

async function read(changes: Partial<PageRequest> = {}) {
  const page: string[] = [];
  await render(pages.push(page) - 1, { ...home, ...changes });
  return page.join('');
}

/** Returns the start and the rest of a page's app shell. */
function readShell(changes: Partial<PageRequest> = {}) {
  const page: string[] = [];
  shell(pages.push(page) - 1, { ...home, link: null, blogLink: null, seed: 0, ...changes });
  return page;
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
  await assert.rejects(read({ link: link as string }), /broken/);
  const failed = pages.at(-1);
  assert.deepEqual(failed, readShell().slice(0, 1));
});
