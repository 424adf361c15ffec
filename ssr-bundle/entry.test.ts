import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleState, locales } from '../client/testing/render-page.tsx';
import { localeFacts } from './locale-facts.mjs';
import type { PageRequest } from './site.ts';

/** The host's side of a page: what arrived, and how its reader behaves. */
interface Reader {
  events: string[];
  isSlow?: boolean;
  leaves?: boolean;
}

const readers: Reader[] = [];

Object.assign(globalThis, {
  marquee: {
    head: (id: number, status: number) => readers[id]?.events.push(String(status)),
    write(id: number, html: string) {
      readers[id]?.events.push(html);
      return !readers[id]?.isSlow;
    },
    drained: async (id: number) => !readers[id]?.leaves,
  },
});

const { configure, render } = await import('./entry.tsx');

configure({
  build: 'test',
  assets: {
    script: '/assets/a.js',
    app: '/assets/b.js',
    style: '/assets/a.css',
    icon: '/i.svg',
    touchIcon: '/t.png',
  },
  locales: exampleState().locales.map((locale, place) => ({
    ...locale,
    ...localeFacts(locale.code),
    isPseudo: false,
    table: locales[place]?.table ?? {},
  })),
  publicUrl: 'https://site.example/',
  messagingLink: 'https://message.example/us',
});

async function read(changes: Partial<PageRequest> = {}, reader: Partial<Reader> = {}) {
  const id = readers.push({ events: [], ...reader }) - 1;
  await render(id, {
    address: '/',
    locale: 'en',
    link: 'https://operator.example/',
    blogLink: 'https://blog.example/',
    seed: 7,
    ...changes,
  });
  const [status, ...html] = readers[id]?.events ?? [];
  return { status, html: html.join('') };
}

for (const { code } of locales) {
  test(`The home page is a whole document in ${code}`, async () => {
    const { status, html } = await read({ address: `/?lang=${code}`, locale: code });
    assert.equal(status, '200');
    assert.match(html, new RegExp(`^<!doctype html>\n<html lang="${code}" dir="ltr">`));
    assert.match(html, /<\/html>\n$/);
    assert.match(html, new RegExp(`rel="canonical" href="https://site.example/\\?lang=${code}"`));
    assert.equal(html.match(/<tr>/g)?.length, 12);
    assert.doesNotMatch(html, /undefined|href="null|\sstyle=|\son[a-z]+=|\{[a-z]+\}/i);
  });
}

test('The not-found page has its status and stays out of search engines', async () => {
  const { status, html } = await read({ address: '/404' });
  assert.equal(status, '404');
  assert.match(html, /404 - Page Not Found/);
  assert.match(html, /<meta name="robots" content="noindex">/);
  assert.doesNotMatch(html, /canonical|hreflang/);
});

test('Unknown links have no address in the page', async () => {
  const { html } = await read({ link: null, blogLink: null });
  assert.doesNotMatch(html, /href="[^"]*winbox-/);
  assert.match(html, /role="link" aria-disabled="true"/);
});

test('No script stands in the page itself, and the state cannot become one', async () => {
  const { html } = await read({
    blogLink: 'https://blog.example/</script><script>alert(1)</script>',
  });
  const scripts = html.match(/<script[^>]*>/g);
  assert.deepEqual(scripts, [
    '<script type="module" src="/assets/a.js" data-app="/assets/b.js">',
    '<script type="application/json" id="state">',
  ]);
});

test('A slow reader gets the same page', async () => {
  const [fast, slow] = await Promise.all([read(), read({}, { isSlow: true })]);
  assert.equal(slow.html, fast.html);
});

test('Nothing more is sent to a reader who has left', async () => {
  const { html } = await read({}, { isSlow: true, leaves: true });
  assert.doesNotMatch(html, /<\/html>/);
});

test('A page that cannot be rendered fails before its first byte', async () => {
  const link: unknown = {
    toString() {
      throw new Error('broken');
    },
  };
  await assert.rejects(read({ link: link as string }), /broken/);
  assert.deepEqual(readers.at(-1)?.events, []);
});

test('A language that the site does not have is refused', async () => {
  await assert.rejects(read({ locale: 'xx' }), /no language xx/);
});
