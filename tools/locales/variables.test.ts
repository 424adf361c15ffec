import assert from 'node:assert/strict';
import { test } from 'node:test';
import { found } from './testing.ts';
import { checkVariables } from './variables.mjs';

const english = { a: '{amount} on <link>our site</link>' };

test('Reports missing and unknown variables and tags', () => {
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
