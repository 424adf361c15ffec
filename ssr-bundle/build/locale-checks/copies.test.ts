import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCopies } from './copies.mjs';
import { found } from './testing.ts';

test('Localisers are told of texts that were left in English', () => {
  const english = { a: 'Back to home', b: '{amount}', c: 'Spin for the big win today' };
  assert.match(
    found(checkCopies, english).join(),
    /^a: the text is still the English “Back to home”/,
  );
  const half = { ...english, a: 'Kembali', c: 'Putar! for the big win' };
  assert.match(found(checkCopies, half, english).join(), /“for the big win” was left in the text/);
  assert.deepEqual(found(checkCopies, { a: 'Kembali', b: '{amount}', c: 'Putar' }, english), []);
});

test('A copy that is meant is listed with its reason, and only as long as it is one', () => {
  const poker = { 'menu.tab.poker': 'Poker' };
  assert.deepEqual(found(checkCopies, poker), []);
  const translated = found(checkCopies, { 'menu.tab.poker': 'Daun terup' }, poker);
  assert.match(translated.join(), /delete "menu\.tab\.poker" from "ms" there/);
});
