import assert from 'node:assert/strict';
import { test } from 'vitest';
import { found } from './testing.ts';
import { checkLength, checkUntranslated } from './translation.mjs';

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

const check = checkLength({ freeBonus: 'RM68.88' });

test('Reports a text that exceeds the length limit of its place', () => {
  assert.deepEqual(found(check, { 'footer.nav.home': 'Laman utama' }), []);
  assert.deepEqual(found(check, { 'footer.nav.home': 'Laman utama kami' }), [
    'footer.nav.home: the text is 16 letters wide; the limit for a tab at the bottom of a phone is 12; shorten it by at least 4',
  ]);
});

test('Counts a Chinese character as two letters, and a combining mark as none', () => {
  assert.deepEqual(found(check, { 'footer.nav.home': '返回首页吧' }), []);
  assert.match(found(check, { 'footer.nav.home': '返回网站首页吧' }).join(), /14 letters wide/);
  assert.deepEqual(found(check, { 'footer.nav.home': 'e\u0301'.repeat(12) }), []);
});

test('Counts a variable as its value, and a select as its longest branch', () => {
  const text = `{freeBonus}${'x'.repeat(54)}`;
  assert.match(found(check, { 'page.home.title': text }).join(), /61 letters wide/);
  const choice = '{month, select, 1 {Jan} 2 {a month with a name beyond all room} other {}}';
  assert.match(found(check, { 'sports.start.time': choice }).join(), /35 letters wide/);
});
