import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { test } from 'vitest';
import { offer } from '../../client/site/config.ts';
import english from '../../locales/en.json';
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

test('A picture has no age, offer or terms that the site does not have', () => {
  const table = { 'intro.slogan.title': 'Fly to Muscat, from AED 1,299' };
  const words = wordsOf({ code: 'en', dir: 'ltr', table }, 'Rihla', 'AED\u00a0{amount}', {});
  assert.equal(words.age, '');
  assert.deepEqual([words.headline.length, words.offers, words.terms], [2, [], '']);
});

test('The words name the age limit, the amounts and the terms', async () => {
  const words = (await readWords()).find(({ code }) => code === 'en');
  const amounts = [...(words?.headline ?? []), ...(words?.offers ?? [])]
    .flat()
    .filter(({ isAmount }) => isAmount);
  assert.deepEqual(
    amounts.map(({ text }) => text),
    [`${offer.freeCreditDays}`, offer.newMemberBonus, offer.freeBonus],
  );
  assert.equal(words?.age, `${offer.adultAge}+`);
  assert.equal(
    words?.terms,
    english['offers.terms.short'].replace('{adultAge}', `${offer.adultAge}`),
  );
});
