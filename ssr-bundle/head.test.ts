import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleState, locales } from '../client/testing/render-page.tsx';
import { documentHead } from './head.ts';
import { localeFacts } from './locale-facts.mjs';
import { describePage } from './page.ts';
import type { Site } from './site.ts';

/** A site that has a disguise of English beside its languages. */
const site: Site = {
  build: 'test',
  assets: {
    script: '/a.js',
    app: '/b.js',
    style: '/a.css',
    icon: '/i.svg',
    touchIcon: '/t.png',
    icon512: '/i.png',
  },
  locales: [...exampleState().locales, { code: 'en-XA', name: 'Ëñ', dir: 'ltr', messages: '' }].map(
    (locale) => ({
      ...locale,
      ...localeFacts(locale.code),
      isPseudo: locale.code === 'en-XA',
      sharePicture: { address: '/share.jpg', width: 1200, height: 630 },
      table: locales[0]?.table ?? {},
    }),
  ),
  publicUrl: 'https://site.example',
  messagingLink: null,
};

function headIn(locale: string): string {
  const address = `/?lang=${locale}`;
  const links = { link: null, blogLink: null };
  const { state, meta, canonical } = describePage(site, { address, locale, ...links, seed: 1 });
  return documentHead(site, state, meta, canonical);
}

test('Search engines hear of the languages that people speak', () => {
  const head = headIn('zh');
  const languages = [...head.matchAll(/hreflang="([^"]+)"/g)].map(([, language]) => language);
  assert.deepEqual(languages, ['x-default', 'en', 'zh', 'ms']);
  assert.match(head, /"inLanguage":\["en","zh","ms"\]/);
  assert.doesNotMatch(head, /XA/);
});

test('A page in a language that nobody speaks stays out of search engines', () => {
  const head = headIn('en-XA');
  assert.match(head, /<meta name="robots" content="noindex">/);
  assert.doesNotMatch(head, /canonical|hreflang|og:|twitter:|ld\+json/);
});
