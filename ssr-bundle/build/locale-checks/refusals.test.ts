import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRefusals } from './refusals.mjs';
import { found } from './testing.ts';

test('Localisers are told that no page can show a plural, a number or a date', () => {
  const plural = { a: '{n, plural, one {# day} other {# days}}' };
  assert.match(found(checkRefusals, plural).join(), /plural or selectordinal\} is refused/);
  assert.match(found(checkRefusals, { a: '{n, number}' }).join(), /number\} is refused/);
  assert.match(found(checkRefusals, { a: '<b>{n, date}</b>' }).join(), /plain \{variable\}/);
});
