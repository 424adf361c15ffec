import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFormats } from './formats.mjs';
import { found } from './testing.ts';

test('Reports plural, number and date formats', () => {
  const plural = { a: '{n, plural, one {# day} other {# days}}' };
  assert.match(found(checkFormats, plural).join(), /plural or selectordinal\} is not supported/);
  assert.match(found(checkFormats, { a: '{n, number}' }).join(), /number\} is not supported/);
  assert.match(found(checkFormats, { a: '<b>{n, date}</b>' }).join(), /plain \{variable\}/);
});
