import assert from 'node:assert/strict';
import { test } from 'vitest';
import { examplePage, exampleSite } from './example-site.ts';
import { documentHead } from './head.ts';
import { describePage } from './page.ts';
import type { Site } from './site.ts';

const [english] = exampleSite.locales;
assert.ok(english);

/** A site with a pseudo-locale. */
const site: Site = {
  ...exampleSite,
  locales: [...exampleSite.locales, { ...english, code: 'en-XA', name: 'Ëñ' }],
};

function headIn(locale: string, isIndexable = true, changes: Partial<Site> = {}): string {
  const page = examplePage('/', locale, { isLocaleFixed: true, isIndexable });
  const changed = { ...site, ...changes };
  return documentHead(
    changed,
    describePage(changed, { page, link: null, blogLink: null, seed: 1 }),
  );
}

test('Alternates and linked data leave out pseudo-locales', () => {
  const head = headIn('zh');
  const languages = [...head.matchAll(/hreflang="([^"]+)"/g)].map(([, language]) => language);
  const codes = exampleSite.locales.map(({ code }) => code);
  assert.deepEqual(languages, ['x-default', ...codes]);
  assert.ok(head.includes(`"inLanguage":${JSON.stringify(codes)}`));
  assert.doesNotMatch(head, /XA/);
});

test('A page in a pseudo-locale is noindex', () => {
  const head = headIn('en-XA', false);
  assert.match(head, /<meta name="robots" content="noindex">/);
  assert.doesNotMatch(head, /canonical|hreflang|og:|twitter:|ld\+json/);
});

test('The head lets the app preconnect, without a hint itself, unless that is off', () => {
  assert.match(headIn('en'), /<script [^>]* data-preconnect>/);
  assert.doesNotMatch(headIn('en'), /rel="preconnect"/);
  assert.doesNotMatch(headIn('en', true, { preconnect: false }), /preconnect/);
});
