import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeHtml, escapeJson } from './escape.ts';

/** `make fuzz` gives each property this long; otherwise a hundred tries will do. */
const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
const effort = seconds
  ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1000 }
  : {};

/** States that once were, or could be, a way out. */
const corpus = 'tests/fuzz/corpus/escape_state/';
const examples: [fc.JsonValue][] = readdirSync(corpus).map((file) => [
  JSON.parse(readFileSync(corpus + file, 'utf8')),
]);

/** Text made of what opens, ends and hides markup, and of anything else. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '</script>',
        '<script>',
        '</SCRIPT ',
        '<!--',
        '-->',
        ']]>',
        '\u2028',
        '\u2029',
      ),
      fc.constantFrom('"', "'", '&', '&lt;', '&#60', '<', '>', '\\', '\\u003c', '\n', '\ud800'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
  )
  .map((pieces) => pieces.join(''));

const state = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.dictionary(hostileText, fc.oneof(hostileText, fc.array(hostileText))),
);

const parser = new DOMParser();

test('Whatever a state holds, it stays inside its element and reads back the same', () => {
  fc.assert(
    fc.property(state, (value) => {
      const text = escapeJson(value);
      assert.doesNotMatch(text, /[<>&\u2028\u2029]/);

      const html = `<script type="application/json">${text}</script><p>`;
      const { body, head } = parser.parseFromString(html, 'text/html');
      assert.equal(body.innerHTML, '<p></p>');
      assert.equal(head.children.length, 1);
      assert.deepEqual(JSON.parse(head.textContent ?? ''), JSON.parse(JSON.stringify(value)));
    }),
    { ...effort, examples },
  );
});

test('No text ends an attribute or opens an element', () => {
  // HTML drops the one and makes a line end of the other.
  const text = hostileText.map((any) => any.replaceAll(/[\0\r]/g, ''));
  fc.assert(
    fc.property(text, (words) => {
      const escaped = escapeHtml(words);
      assert.doesNotMatch(escaped, /[<>"]/);

      const html = `<p title="${escaped}">${escaped}</p>`;
      const { body } = parser.parseFromString(html, 'text/html');
      assert.equal(body.childNodes.length, 1);
      assert.equal(body.querySelector('p')?.getAttribute('title'), words);
      assert.equal(body.textContent, words);
    }),
    effort,
  );
});
