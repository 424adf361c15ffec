import assert from 'node:assert/strict';
import { test } from 'vitest';
import { formatMoney } from './money.ts';

test('Formats cents as RM with two decimals', () => {
  assert.equal(formatMoney(0), 'RM0.00');
  assert.equal(formatMoney(5), 'RM0.05');
  assert.equal(formatMoney(20_00), 'RM20.00');
  assert.equal(formatMoney(1999_99), 'RM1999.99');
});
