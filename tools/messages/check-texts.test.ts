import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkCharacters, checkLength, checkSpacing, checkUntranslated } from './check-texts.ts';
import { constants, found } from './testing.ts';

test('Accepts letters, combining marks and emoji of every script', () => {
  for (const text of ['Log masuk', '登录 🎰', 'நி', 'a\u200db', 'zero\u200cwidth', '\u200fא']) {
    assert.deepEqual(found(checkCharacters, { a: text }), [], text);
  }
});

test('Accepts bidirectional isolates in right-to-left languages only', () => {
  const isolated = { a: 'مرحبا \u2066Marquee\u2069!' };
  assert.deepEqual(found(checkSpacing, isolated, isolated, 'ar'), []);
  assert.match(found(checkSpacing, { a: '\u2066Marquee\u2069' }).join(), /invisible.*U\+2066/);
  assert.match(found(checkCharacters, { a: '\u202bمرحبا' }).join(), /override \(U\+202B\)/);
});

test('Reports spacing errors and invisible characters', () => {
  for (const [text, what] of [
    [' Utama', /leading whitespace/],
    ['Utama ', /trailing whitespace/],
    ['Laman  utama', /repeated spaces/],
    ['Laman\nutama', /line break/],
    ['Laman\u200butama', /invisible/],
    ['系统\u2060生成', /invisible/],
    ['Laman utama .', /before a punctuation mark/],
  ] as const) {
    assert.match(found(checkSpacing, { a: text }).join(), what, text);
  }
  assert.deepEqual(found(checkSpacing, { a: 'Laman utama, kini. 404 - x | {brand}' }), []);
});

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

test('Accepts a copy of English with a reason, and reports the reason once translated', () => {
  const context = { own: { sameAsEnglish: { 'menu.tab.poker': 'the game has the same name' } } };
  const poker = { 'menu.tab.poker': 'Poker' };
  assert.match(
    found(checkUntranslated, poker).join(),
    /"sameAsEnglish" of locales\/context\/ms\.json/,
  );
  assert.deepEqual(found(checkUntranslated, poker, poker, 'ms', context), []);
  const translation = { 'menu.tab.poker': 'Daun terup' };
  const translated = found(checkUntranslated, translation, poker, 'ms', context);
  assert.match(translated.join(), /the text differs from English, but is in "sameAsEnglish"/);
});

const check = checkLength(constants);

/** Returns the findings of a Malay text with a limit of 12 letters. */
const tooLong = (text: string) =>
  found(check, { a: text }, { a: text }, 'ms', { english: { a: { maxLength: 12 } } });

test('Counts a Chinese character as two letters, and a combining mark as none', () => {
  assert.deepEqual(tooLong('返回首页吧'), []);
  assert.match(tooLong('返回网站首页吧').join(), /14 letters wide/);
  assert.deepEqual(tooLong('e\u0301'.repeat(12)), []);
});

test('Counts a variable as its value, and a plural as the form that is shown', () => {
  assert.match(tooLong('{freeBonus} percuma').join(), /15 letters wide/);
  assert.match(tooLong('{days, plural, other {# hari setahun}}').join(), /16 letters wide/);
  assert.deepEqual(tooLong('{days, plural, =1 {sehari sahaja setahun} other {#}}'), []);
});
