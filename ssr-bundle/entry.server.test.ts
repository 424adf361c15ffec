// @vitest-environment jsdom
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { locales } from '../client/testing/example-state.ts';
import { examplePage, exampleSite } from './example-site.ts';
import type { PageRequest } from './site.ts';

/** A mock of the host's writer of one page. */
interface Writer {
  /** The start of the page, then each chunk. */
  events: string[];
  put?: string;
  isSlow?: boolean;
}

const writers: Writer[] = [];

Object.assign(globalThis, {
  marquee: {
    head: (id: number, start: string) => writers[id]?.events.push(start),
    put(id: number, html: string) {
      const writer = writers[id];
      if (writer) writer.put = (writer.put ?? '') + html;
    },
    write(id: number, html: string) {
      const writer = writers[id];
      writer?.events.push((writer.put ?? '') + html);
      if (writer) writer.put = '';
      return !writer?.isSlow;
    },
    drained: async () => true,
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

async function read(changes: Partial<PageRequest> = {}, writer: Partial<Writer> = {}) {
  const id = writers.push({ events: [], ...writer }) - 1;
  await render(id, { ...home, ...changes });
  return eventsOf(id).join('');
}

/** What the host sends: its events, and what is left when the render has ended. */
function eventsOf(id: number): string[] {
  const { events, put } = writers[id] as Writer;
  return put ? [...events, put] : events;
}

/** Returns the chunks of a page's app shell. */
function readShell(changes: Partial<PageRequest> = {}) {
  const id = writers.push({ events: [] }) - 1;
  shell(id, { ...home, link: null, blogLink: null, seed: 0, ...changes });
  return eventsOf(id);
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

test('A slow client gets the same page', async () => {
  const [fast, slow] = await Promise.all([read(), read({}, { isSlow: true })]);
  assert.equal(slow, fast);
});

test('Writes the document start before React renders', async () => {
  const id = writers.push({ events: [] }) - 1;
  const rendered = render(id, home);
  const [start, ...rest] = eventsOf(id);
  assert.match(start ?? '', /^<!doctype html>.*<\/head>\n<body>\n<div id="app">$/s);
  assert.deepEqual(rest, []);
  await rendered;
  assert.match(eventsOf(id).at(-1) ?? '', /^<.*<\/html>\n$/s);
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
  const [start] = readShell();
  assert.deepEqual(eventsOf(writers.length - 2), [start]);
});

test('Rejects an unknown language', async () => {
  await assert.rejects(read({ page: examplePage('/', 'xx') }), /unknown language xx/);
});
