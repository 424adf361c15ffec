import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSelects } from './selects.mjs';
import { found } from './testing.ts';

const english = { a: '{month, select, 1 {Jan} 2 {Feb} other {}}' };

test('Reports select keys that differ from English', () => {
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
