import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeHtml, escapeJson } from './escape.ts';

test('Whatever a state holds, it stays inside its element and reads back the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = escapeJson(value);
      assert.doesNotMatch(text, /[<>&\u2028\u2029]/);
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('No text ends an attribute or opens an element', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(escapeHtml(text), /[<>"]/);
    }),
  );
});
