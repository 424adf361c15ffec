import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkIds } from './ids.mjs';
import { found } from './testing.ts';

test('Localisers are told of a missing translation and of an id that English lacks', () => {
  assert.deepEqual(found(checkIds, { 'a.b': 'Satu' }, { 'a.b': 'One' }), []);
  assert.deepEqual(found(checkIds, { 'a.c': 'Satu' }, { 'a.b': 'One' }), [
    'a.b: the translation is missing; visitors read the English “One”; add "a.b": "…" here, with the translation',
    'a.c: en.json has no such id, so no page shows this text; correct the id if it is misspelt; delete the line if the text is no longer needed',
  ]);
});
