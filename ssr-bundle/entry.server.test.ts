// @vitest-environment jsdom
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { locales } from '../client/testing/example-state.ts';
import { examplePage, exampleSite } from './example-site.ts';
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

for (const { code } of locales) {
  test(`The home page is a complete document in ${code}`, async () => {
    const html = await read({ page: examplePage('/', code, { isLocaleFixed: true }) });
    assert.match(html, new RegExp(`^<!doctype html>\n<html lang="${code}" dir="ltr">`));
    assert.match(html, /<\/html>\n$/);
    assert.match(html, new RegExp(`rel="canonical" href="https://site.example/\\?lang=${code}"`));
    assert.equal(html.match(/<tr>/g)?.length, 12);
    assert.doesNotMatch(html, /undefined|href="null|\sstyle=|\son[a-z]+=|\{[a-z]+\}/i);
  });
}

test('The not-found page is noindex', async () => {
  const html = await read({ page: examplePage('/404', 'en') });
  assert.match(html, /404 - Page Not Found/);
  assert.match(html, /<meta name="robots" content="noindex">/);
  assert.doesNotMatch(html, /canonical|hreflang|og:|twitter:|ld\+json/);
});

test('Open Graph metadata is in the language of the page', async () => {
  const html = await read({ page: examplePage('/', 'zh', { isLocaleFixed: true }) });
  const { head } = new DOMParser().parseFromString(html, 'text/html');
  const contents = (name: string) =>
    [...head.querySelectorAll(`[name="${name}"], [property="${name}"]`)].map((meta) =>
      meta.getAttribute('content'),
    );
  const others = exampleSite.locales.filter(({ code }) => code !== 'zh');
  for (const [name, ...expected] of [
    ['og:url', 'https://site.example/?lang=zh'],
    ['og:title', head.querySelector('title')?.textContent],
    ['og:description', ...contents('description')],
    ['og:locale', 'zh_CN'],
    ['og:locale:alternate', ...others.map(({ openGraph }) => openGraph)],
    ['og:image', 'https://site.example/share-zh.jpg'],
    ['og:image:width', '1200'],
    ['og:image:alt', '全年365天，天天送免费积分'],
    ['twitter:card', 'summary_large_image'],
    ['twitter:image', 'https://site.example/share-zh.jpg'],
  ] as const) {
    assert.deepEqual(contents(name), expected, name);
  }
});

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

test('Unknown links have no href', async () => {
  const html = await read({ link: null, blogLink: null });
  assert.doesNotMatch(html, /href="[^"]*winbox-/);
  assert.match(html, /role="link" aria-disabled="true"/);
});

test('The page has no inline scripts, and the state cannot inject one', async () => {
  const html = await read({
    blogLink: 'https://blog.example/</script><script>alert(1)</script>',
  });
  const scripts = html.match(/<script[^>]*>/g);
  assert.deepEqual(scripts, [
    '<script src="/assets/p.js">',
    '<script type="module" src="/assets/a.js" data-app="/assets/b.js" data-vitals="/assets/c.js" data-vitals-sample="0.1" data-preconnect>',
    '<script type="application/ld+json">',
    '<script type="application/json" id="state">',
  ]);
});

test('Writes the document start before React renders', async () => {
  const page: string[] = [];
  const rendered = render(pages.push(page) - 1, home);
  assert.equal(page.length, 1);
  assert.match(page[0] ?? '', /^<!doctype html>.*<\/head>\n<body>\n<div id="app">$/s);
  await rendered;
  assert.match(page[1] ?? '', /^<.*<\/html>\n$/s);
});

for (const { code } of locales) {
  test(`A page in ${code} starts with the same HTML as its app shell`, async () => {
    for (const path of ['/', '/404']) {
      for (const isLocaleFixed of [false, true]) {
        const page = examplePage(path, code, { isLocaleFixed });
        const [start, ...rest] = readShell({ page });
        const html = await read({ page });
        assert.ok(start && html.startsWith(start), path);
        assert.match(rest.join(''), /^<\/div><noscript>.*<\/html>\n$/s);
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

test('Rejects an unknown language', async () => {
  await assert.rejects(read({ page: examplePage('/', 'xx') }), /unknown language xx/);
});
