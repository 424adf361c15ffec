import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSpacing } from './spacing.mjs';
import { found } from './testing.ts';

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
