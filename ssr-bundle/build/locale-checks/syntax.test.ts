import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSyntax } from './syntax.mjs';
import { found } from './testing.ts';

const english = { a: 'Only {amount} on <link>our site</link>' };

test('Localisers are told in words of braces and tags that are broken', () => {
  for (const [text, reason] of [
    ['Hanya {amount', /a { has no } that closes it/],
    ['Hanya {}', /no name between its braces/],
    ['di <link>laman kami', /no <\/link> that closes it/],
    ['di laman kami</link>', /no <link> before it/],
    ['{amount, select, 1 {x}}', /no "other \{…\}"/],
  ] as const) {
    assert.match(found(checkSyntax, { a: text }, english).join(), reason);
    assert.match(found(checkSyntax, { a: text }, english).join(), /from the English “Only/);
  }
  assert.deepEqual(found(checkSyntax, english), []);
});
