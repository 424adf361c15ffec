import assert from 'node:assert/strict';
import { test } from 'vitest';
import { recoloured } from './recolour.ts';

test('Reds of every lightness become greens, other colours and greys stay', () => {
  const text = '<stop stop-color="#ff6a78"/> --brand-900: #3d0618; #f0c057 #0e0c14 #000';
  const green = recoloured(text, '#d91a3c', '#0e9f6e');
  const colours = green.match(/#[\da-f]+/g) ?? [];
  for (const colour of colours.slice(0, 2)) {
    const [red = 0, greenPart = 0] = [colour.slice(1, 3), colour.slice(3, 5)].map((part) =>
      Number.parseInt(part, 16),
    );
    assert.ok(greenPart > red, colour);
  }
  assert.deepEqual(colours.slice(2), ['#f0c057', '#0e0c14', '#000']);
});

test('The colour itself becomes the other one, as light as before', () => {
  assert.equal(recoloured('#d91a3c', '#d91a3c', '#d91a3c'), '#d91a3c');
});

test('A text that is no colour is reported', () => {
  assert.throws(() => recoloured('', 'ruby red', '#0e9f6e'), /"ruby red" is not a colour/);
});
