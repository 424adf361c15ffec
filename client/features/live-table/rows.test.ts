import assert from 'node:assert/strict';
import { test } from 'vitest';
import { seededRandom } from './random.ts';
import { randomRows } from './rows.ts';

test('Rows depend only on the seed', () => {
  assert.deepEqual(randomRows(seededRandom(7)), randomRows(seededRandom(7)));
  assert.notDeepEqual(randomRows(seededRandom(7)), randomRows(seededRandom(8)));
});

test('A seed gives these numbers on every engine', () => {
  const random = seededRandom(123_456_789);
  assert.deepEqual([random(), random()], [0.2577907438389957, 0.9707721115555614]);
});
