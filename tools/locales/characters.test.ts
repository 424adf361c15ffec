import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkCharacters, checkSpacing } from './characters.mjs';
import { found } from './testing.ts';

test('Accepts letters, combining marks and emoji of every script', () => {
  for (const text of ['Log masuk', '登录 🎰', 'நி', 'a\u200db', 'zero\u200cwidth', '\u200fא']) {
    assert.deepEqual(found(checkCharacters, { a: text }), [], text);
  }
});

test('Accepts paired bidirectional isolates in right-to-left languages only', () => {
  const inArabic = (text: string) => found(checkCharacters, { a: text }, { a: text }, 'ar');
  assert.deepEqual(inArabic('مرحبا \u2066Marquee\u2069!'), []);
  assert.deepEqual(inArabic('\u2067\u2068{brand}\u2069 مرحبا\u2069'), []);
  for (const text of ['\u2066Marquee', 'Marquee\u2069', '\u2069\u2066', '\u2066\u2066a\u2069']) {
    assert.match(inArabic(text).join(), /a: an unpaired bidirectional isolate/);
  }
  assert.match(inArabic('\u202bمرحبا\u202c').join(), /a bidirectional override \(U\+202B\)/);
  assert.match(
    found(checkCharacters, { a: '\u2066a\u2069' }).join(),
    /in a left-to-right language/,
  );
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

test('Accepts line break characters in Chinese', () => {
  const text = { a: '即享\u200b新会员红利，系统\u2060生成' };
  assert.deepEqual(found(checkSpacing, text, text, 'zh'), []);
});
