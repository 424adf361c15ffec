import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { test } from 'vitest';
import { digestOf, readWords, record, wordsOf } from './words.ts';

test('The Open Graph image of each language shows its current words', async () => {
  const current = Object.fromEntries(
    await Promise.all(
      (await readWords()).map(async (words) => [words.code, await digestOf(words)]),
    ),
  );
  // It may have languages that the site no longer has.
  const recorded = JSON.parse(await readFile(record, 'utf8'));
  for (const code of Object.keys(current)) {
    assert.equal(
      recorded[code],
      current[code],
      'run `make share-pictures` and look at the pictures',
    );
    await access(`client/site/pictures/share-${code}.jpg`);
  }
});

/** Returns the words of a picture in English. */
const wordsIn = (table: Record<string, string>, offer: { adultAge?: number }) =>
  wordsOf(
    { code: 'en', dir: 'ltr', table },
    {
      brand: 'Rihla',
      money: 'AED\u00a0{amount}',
      offer,
      shareWords: {
        headline: 'page.title',
        offers: ['page.offer', 'page.bonus'],
        terms: 'page.terms',
      },
    },
  );

test('A picture has no age, offer or terms that the site does not have', () => {
  const words = wordsIn({ 'page.title': 'Fly to Muscat, from AED 1,299' }, {});
  assert.equal(words.age, '');
  assert.deepEqual([words.headline.length, words.offers, words.terms], [2, [], '']);
});

test('The words name the age limit, the amounts and the terms', () => {
  const table = {
    'page.title': 'Fly for 30 days, to Muscat',
    'page.offer': 'Save AED\u00a01,299 or 1\u202f300 now',
    'page.terms': 'For adults',
  };
  const { age, headline, offers, terms } = wordsIn(table, { adultAge: 21 });
  const amounts = [...headline, ...offers].flat().filter(({ isAmount }) => isAmount);
  assert.deepEqual(
    amounts.map(({ text }) => text),
    ['30', 'AED\u00a01,299', '1\u202f300'],
  );
  assert.deepEqual([age, terms], ['21+', 'For adults']);
});
