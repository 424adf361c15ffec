import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeHtml, escapeJson } from './escape.ts';

test('State cannot end its script element or begin another', () => {
  const state = { link: 'https://x.example/</script><script>alert(1)</script><!--&\u2028\u2029' };
  const text = escapeJson(state);
  assert.doesNotMatch(text, /[<>&\u2028\u2029]/);
  assert.deepEqual(JSON.parse(text), state);
});

test('Text cannot leave the attribute or element it stands in', () => {
  assert.equal(escapeHtml('"<a> & b"'), '&quot;&lt;a&gt; &amp; b&quot;');
});
