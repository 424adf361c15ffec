import assert from 'node:assert/strict';
import { test } from 'node:test';
import { found } from './testing.ts';
import { checkVariables } from './variables.mjs';

const english = { a: '{amount} on <link>our site</link>' };

test('Localisers are told of variables and tags that were lost or changed', () => {
  assert.deepEqual(found(checkVariables, { a: 'Di <link>laman</link>: {amount}' }, english), []);
  assert.deepEqual(found(checkVariables, { a: '<link>Laman</link> {jumlah}' }, english), [
    'a: {amount} is missing, which the English “{amount} on <link>our site</link>” has; put {amount} where the value belongs; its name is never translated',
    'a: {jumlah} is unknown: the English “{amount} on <link>our site</link>” does not have it; write {amount} as in English',
  ]);
  assert.match(found(checkVariables, { a: '{amount}' }, english).join(), /put <link> and <\/link>/);
});

test('A language may show a plain variable where English chooses its name', () => {
  const choice = { a: '{month, select, 1 {Jan} other {}}' };
  assert.deepEqual(found(checkVariables, { a: '{month}月' }, choice, 'zh'), []);
});
