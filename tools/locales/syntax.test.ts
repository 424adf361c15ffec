import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkFormats, checkSelects, checkSyntax, checkVariables } from './syntax.mjs';
import { found } from './testing.ts';

test('Explains syntax errors in braces and tags', () => {
  const english = { a: 'Only {amount} on <link>our site</link>' };
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

test('Reports missing and unknown variables and tags', () => {
  const english = { a: '{amount} on <link>our site</link>' };
  assert.deepEqual(found(checkVariables, { a: 'Di <link>laman</link>: {amount}' }, english), []);
  assert.deepEqual(found(checkVariables, { a: '<link>Laman</link> {jumlah}' }, english), [
    'a: {amount} is missing; the English is “{amount} on <link>our site</link>”; add {amount}; variable names are not translated',
    'a: {jumlah} is unknown; the English is “{amount} on <link>our site</link>”; use {amount}',
  ]);
  assert.match(found(checkVariables, { a: '{amount}' }, english).join(), /put <link> and <\/link>/);
});

test('Accepts a plain variable where English has a select', () => {
  const choice = { a: '{month, select, 1 {Jan} other {}}' };
  assert.deepEqual(found(checkVariables, { a: '{month}月' }, choice, 'zh'), []);
});

test('Reports select keys that differ from English', () => {
  const english = { a: '{month, select, 1 {Jan} 2 {Feb} other {}}' };
  assert.deepEqual(found(checkSelects, english), []);
  assert.deepEqual(found(checkSelects, { a: '{month}' }, english), []);
  const renamed = found(
    checkSelects,
    { a: '{month, select, 1 {Jan} dua {Feb} other {}}' },
    english,
  );
  assert.match(renamed.join(), /lacks the key "2"; add 2 \{…\}/);
  assert.match(renamed.join(), /the unknown key "dua"; use one of 1, 2, other/);
});

test('Reports plural, number and date formats', () => {
  const plural = { a: '{n, plural, one {# day} other {# days}}' };
  assert.match(found(checkFormats, plural).join(), /plural or selectordinal\} is not supported/);
  assert.match(found(checkFormats, { a: '{n, number}' }).join(), /number\} is not supported/);
  assert.match(found(checkFormats, { a: '<b>{n, date}</b>' }).join(), /plain \{variable\}/);
});
