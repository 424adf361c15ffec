import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  checkCharacters,
  checkHanPunctuation,
  checkHanVariants,
  checkLength,
  checkSpacing,
  checkUntranslated,
} from './check-texts.ts';
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
    ['Laman utama .', /before a punctuation mark/],
  ] as const) {
    assert.match(found(checkSpacing, { a: text }).join(), what, text);
  }
  assert.deepEqual(found(checkSpacing, { a: 'Laman utama, kini. 404 - x | {brand}' }), []);
});

test('In French, asks for the narrow no-break space where a line can break before a mark', () => {
  for (const text of ['Prêt\u202f? «\u202fOui\u202f»\u202f!', 'Début\u00a0: 19:30', 'Oui.']) {
    assert.deepEqual(found(checkSpacing, { a: text }, undefined, 'fr'), [], text);
  }
  for (const text of ['Prêt ?', 'Allez !', 'Début : 19:30', '« Oui\u202f»', '«\u202fOui »']) {
    assert.match(
      found(checkSpacing, { a: text }, undefined, 'fr').join(),
      /replace it with \\u202f/,
    );
  }
  assert.match(found(checkSpacing, { a: 'Prêt .' }, undefined, 'fr').join(), /delete it/);
  assert.match(found(checkSpacing, { a: 'Prêt ?' }, undefined, 'fr-CA').join(), /delete it/);
});

test('Accepts a word joiner only where a line could break', () => {
  for (const text of [
    '一\u2060站',
    '最高\u2060{bonus}',
    '{days}\u2060天',
    '，\u2060高',
    'a-\u2060b',
    'ไทย\u2060ดี',
  ]) {
    assert.deepEqual(found(checkSpacing, { a: text }), [], text);
  }
  const useless = [
    '\u2060站',
    '站\u2060',
    '一\u2060\u2060站',
    '一 \u2060站',
    '一\u2060 站',
    '一\u2060，',
    '（\u2060一',
  ];
  for (const text of [
    ...useless,
    'Laman\u2060utama',
    'RM\u2060{bonus}',
    '{n, plural, other {\u2060天}}',
  ]) {
    assert.match(found(checkSpacing, { a: text }).join(), /invisible.*U\+2060.*could break/s, text);
  }
});

const inChinese = (code: string, text: string) =>
  found(checkHanVariants, { a: text }, { a: text }, code).join();

test('Distinguishes Traditional from Simplified Chinese by the word', () => {
  // The same character can be right in one word and wrong in another.
  assert.match(inChinese('zh', '乾净'), /乾 is Traditional/);
  assert.equal(inChinese('zh', '乾坤，皇后，著名，面包'), '');
  assert.equal(inChinese('zh', '乾\u2060坤'), '');
  assert.match(inChinese('zh-Hant', '歡迎登录'), /录 is Simplified/);
  assert.equal(inChinese('zh-Hant', '歡迎登錄'), '');
  assert.equal(inChinese('ms', '錄'), '');
});

test.each([
  ['您好,欢迎', '您好，欢迎'],
  ['送{bonus},再领', '送{bonus}，再领'],
  ['更多?<link>博客</link>!', '更多？<link>博客</link>！'],
  ['语言:{language}', '语言：{language}'],
  ['每日{percent}%红利 | {brand}，19:30', undefined],
  ['{month, select, 1 {一} other {}}', undefined],
])('Writes the half-width marks of Chinese full-width: %s', (text, right) => {
  const [finding = ''] = found(checkHanPunctuation, { a: text }, { a: text }, 'zh');
  assert.equal(/write “(.*)”/.exec(finding)?.[1], right);
});

test('Accepts a copy of English without a word or with a reason, and reports the reason once translated', () => {
  const context = { own: { sameAsEnglish: { 'menu.tab.poker': 'the game has the same name' } } };
  assert.deepEqual(found(checkUntranslated, { a: '{amount}' }), []);
  const poker = { 'menu.tab.poker': 'Poker' };
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
  assert.deepEqual(tooLong('返\u2060回\u2060首页吧'), []);
});

test('Counts a variable as its value, and a plural as the form that is shown', () => {
  assert.match(tooLong('{freeBonus} percuma').join(), /15 letters wide/);
  assert.match(tooLong('{days, plural, other {# hari setahun}}').join(), /16 letters wide/);
  assert.deepEqual(tooLong('{days, plural, =1 {sehari sahaja setahun} other {#}}'), []);
});
