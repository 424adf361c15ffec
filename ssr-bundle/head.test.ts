import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examplePage, exampleSite } from './example-site.ts';
import { documentHead } from './head.ts';
import { describePage } from './page.ts';
import type { Site } from './site.ts';

const [english] = exampleSite.locales;
assert.ok(english);

/** A site that has a disguise of English beside its languages. */
const site: Site = {
  ...exampleSite,
  locales: [...exampleSite.locales, { ...english, code: 'en-XA', name: 'Ëñ' }],
};

function headIn(locale: string, isIndexable = true): string {
  const page = examplePage('/', locale, { isLocaleFixed: true, isIndexable });
  return documentHead(site, describePage(site, { page, link: null, blogLink: null, seed: 1 }));
}

test('Search engines hear of the languages that people speak', () => {
  const head = headIn('zh');
  const languages = [...head.matchAll(/hreflang="([^"]+)"/g)].map(([, language]) => language);
  const spoken = exampleSite.locales.map(({ code }) => code);
  assert.deepEqual(languages, ['x-default', ...spoken]);
  assert.ok(head.includes(`"inLanguage":${JSON.stringify(spoken)}`));
  assert.doesNotMatch(head, /XA/);
});

test('A page in a language that nobody speaks stays out of search engines', () => {
  const head = headIn('en-XA', false);
  assert.match(head, /<meta name="robots" content="noindex">/);
  assert.doesNotMatch(head, /canonical|hreflang|og:|twitter:|ld\+json/);
});
