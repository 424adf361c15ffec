import assert from 'node:assert/strict';
import { test } from 'vitest';
import { escapeHtml, escapeJson } from './escape.ts';

test('State cannot end its script element or open another', () => {
  const state = { link: 'https://x.example/</script><script>alert(1)</script><!--&\u2028\u2029' };
  const text = escapeJson(state);
  assert.doesNotMatch(text, /[<>&\u2028\u2029]/);
  assert.deepEqual(JSON.parse(text), state);
});

test('Text cannot end its attribute or element', () => {
  assert.equal(escapeHtml('"<a> & b"'), '&quot;&lt;a&gt; &amp; b&quot;');
});
