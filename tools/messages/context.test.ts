import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkContext } from './check-files.ts';
import { language } from './testing.ts';

const english = { 'a.b': 'One', 'c.d': '{amount} on <link>our site</link>' };
const described = { description: '{amount}, such as RM10, and <link>' };

/** What is reported about a context of English, or of a translation. */
// biome-ignore format: a row a line
const contexts: [what: string, code: string, context: object, ...reports: RegExp[]][] = [
  ['all described', 'en', { 'a.b': described, 'c.d': described }],
  ['no description', 'en', { 'c.d': described }, /^a\.b: the message has no description for translators \(release\)$/],
  ['an empty description', 'en', { 'a.b': { description: ' ' }, 'c.d': described }, /^a\.b: the message has no description/],
  ['a description of no message', 'en', { 'a.b': described, 'a.c': described, 'c.d': described }, /^a\.c: en\.json has no such id, so the description is unused \(release\)$/],
  ['a tag that is not described', 'en', { 'a.b': described, 'c.d': { description: '{amount}' } }, /^c\.d: the description does not mention <link> \(release\)$/],
  ...['12', 0, 1.5, null].map((maxLength): [string, string, object, RegExp] =>
    [`a length limit of ${JSON.stringify(maxLength)}`, 'en', { 'a.b': { ...described, maxLength }, 'c.d': described }, /^a\.b: "maxLength" is not a whole/]),
  ['both parts of a translation', 'ms', { sameAsEnglish: {}, translatedFrom: {} }],
  ['another part of a translation', 'ms', { 'a.b': 'One' }, /^a\.b: the file has more than "sameAsEnglish"/],
  ['an id that English lacks', 'ms', { sameAsEnglish: { 'a.c': 'x' } }, /^a\.c: en\.json has no such id/],
  ['a list', 'ms', [], /the file contains no messages/],
];

test.each(contexts)('Reports of a context: %s', (_what, code, context, ...reports) => {
  const [own, ofEnglish] = code === 'en' ? [undefined, context] : [context, undefined];
  const original = language('en', english, ofEnglish);
  const found = checkContext(own ? language(code, english, own) : original, original);
  const lines = found.map(({ id, what, blocks }) => `${id}: ${what} (${blocks})`);
  assert.equal(lines.length, reports.length, lines.join('\n'));
  for (const [index, expected] of reports.entries()) assert.match(lines[index] ?? '', expected);
});
