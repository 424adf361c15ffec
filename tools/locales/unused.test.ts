import assert from 'node:assert/strict';
import { test } from 'node:test';
import { language } from './testing.ts';
import { checkUnused } from './unused.mjs';

test('Reports an unused message once, in English', () => {
  const english = language('en', { 'a.b': 'One', 'a.c': 'Two' });
  const check = checkUnused(`<FormattedMessage id="a.b" />`);
  assert.deepEqual(
    check(english, english).map(({ id }) => id),
    ['a.c'],
  );
  assert.deepEqual(check(language('ms', { 'a.c': 'Dua' }), english), []);
});
