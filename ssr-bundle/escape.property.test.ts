// @vitest-environment jsdom
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'vitest';
import { escapeHtml, escapeJson } from './escape.ts';

/** Duration per property, set by `make fuzz`. The default is a hundred runs. */
const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
const runOptions = seconds
  ? { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1000 }
  : {};

/** No timeout when fuzzing: the duration is the user's choice. */
const testOptions = seconds ? { timeout: 0 } : {};

/** Regression inputs that escape the element if not handled. */
const corpus = 'tests/fuzz/corpus/escape_state/';
const examples: [fc.JsonValue][] = readdirSync(corpus).map((file) => [
  JSON.parse(readFileSync(corpus + file, 'utf8')),
]);

/** Generates text of markup delimiters and arbitrary characters. */
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

test('Any state stays within its element and round-trips', testOptions, () => {
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
    { ...runOptions, examples },
  );
});

test('No text ends an attribute or opens an element', testOptions, () => {
  // HTML parsers drop NUL and normalize CR.
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
    runOptions,
  );
});
