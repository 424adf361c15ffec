import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPlurals } from './plurals.mjs';
import { found } from './testing.ts';

const twoForms = { a: '{n, plural, one {# day} other {# days}}' };

test('A plural has the categories of its language, as CLDR knows them', () => {
  assert.match(found(checkPlurals, twoForms, twoForms, 'zh').join(), /"one", which .* never uses/);
  const polish = found(checkPlurals, twoForms, twoForms, 'pl').join('\n');
  assert.match(polish, /lacks "few"/);
  assert.match(polish, /lacks "many"/);
  assert.doesNotMatch(found(checkPlurals, twoForms, twoForms, 'en').join(), /lacks|never/);
});

test('Localisers are told that no page can show a plural, a number or a date', () => {
  assert.match(found(checkPlurals, twoForms).join(), /plural or selectordinal\} is refused/);
  assert.match(found(checkPlurals, { a: '{n, number}' }).join(), /number\} is refused/);
  assert.match(found(checkPlurals, { a: '<b>{n, date}</b>' }).join(), /plain \{variable\}/);
});
