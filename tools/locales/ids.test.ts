import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkIds } from './ids.mjs';
import { found } from './testing.ts';

test('Reports missing ids, and ids that English lacks', () => {
  assert.deepEqual(found(checkIds, { 'a.b': 'Satu' }, { 'a.b': 'One' }), []);
  assert.deepEqual(found(checkIds, { 'a.c': 'Satu' }, { 'a.b': 'One' }), [
    'a.b: the translation is missing; visitors see the English “One”; add "a.b": "…" here, with the translation',
    'a.c: en.json has no such id, so the message is unused; correct the id if it is misspelt, else delete the line',
  ]);
});
