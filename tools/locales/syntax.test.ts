import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSyntax } from './syntax.mjs';
import { found } from './testing.ts';

const english = { a: 'Only {amount} on <link>our site</link>' };

test('Explains syntax errors in braces and tags', () => {
  for (const [text, reason] of [
    ['Hanya {amount', /a { is not closed/],
    ['Hanya {}', /no variable name/],
    ['di <link>laman kami', /<link> is not closed/],
    ['di laman kami</link>', /no opening <link>/],
    ['{amount, select, 1 {x}}', /no "other \{…\}"/],
  ] as const) {
    assert.match(found(checkSyntax, { a: text }, english).join(), reason);
    assert.match(found(checkSyntax, { a: text }, english).join(), /from the English “Only/);
  }
  assert.deepEqual(found(checkSyntax, english), []);
});
