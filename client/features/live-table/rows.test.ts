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

test('Rows are within the limits in business.ts', () => {
  const random = seededRandom(2024);
  for (let table = 0; table < 400; table++) {
    const rows = randomRows(random);
    assert.equal(rows.length, 5);
    for (const row of rows) {
      assert.match(row.topUpId, /^601\*\*\*\d{3}$/);
      assert.match(row.withdrawId, /^601\*\*\*\d{3}$/);
      assert.ok(Number.isInteger(row.topUpAmount) && row.topUpAmount >= 0);
      assert.ok(row.topUpAmount < 50_00);
      assert.ok(Number.isInteger(row.withdrawAmount) && row.withdrawAmount >= 0);
      assert.ok(row.withdrawAmount < 2000_00);
      assert.ok(['KISS918', 'RICHGAMING', 'JILI'].includes(row.game));
    }
  }
});
