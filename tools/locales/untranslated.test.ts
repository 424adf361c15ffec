import assert from 'node:assert/strict';
import { test } from 'node:test';
import { found } from './testing.ts';
import { checkUntranslated } from './untranslated.mjs';

test('Reports texts left in English, wholly or partly', () => {
  const english = { a: 'Back to home', b: '{amount}', c: 'Spin for the big win today' };
  assert.match(
    found(checkUntranslated, english).join(),
    /^a: the text is still the English “Back to home”/,
  );
  const half = { ...english, a: 'Kembali', c: 'Putar! for the big win' };
  assert.match(
    found(checkUntranslated, half, english).join(),
    /“for the big win” was left in the text/,
  );
  assert.deepEqual(
    found(checkUntranslated, { a: 'Kembali', b: '{amount}', c: 'Putar' }, english),
    [],
  );
});

test('Accepts an allowlisted copy of English, and reports it once translated', () => {
  const poker = { 'menu.tab.poker': 'Poker' };
  assert.deepEqual(found(checkUntranslated, poker), []);
  const translated = found(checkUntranslated, { 'menu.tab.poker': 'Daun terup' }, poker);
  assert.match(translated.join(), /delete "menu\.tab\.poker" from "ms" there/);
});
