import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkContext } from './context.ts';
import { language } from './testing.ts';

/** Returns what is reported about the context of English. */
function inEnglish(messages: Record<string, string>, context: object) {
  const english = language('en', messages, context);
  return checkContext(english, english).map(({ id, what, blocks }) => `${id}: ${what} (${blocks})`);
}

test('Reports messages without description before a release', () => {
  assert.deepEqual(inEnglish({ 'a.b': 'One' }, { 'a.b': { description: 'A number' } }), []);
  for (const context of [{}, { 'a.b': {} }, { 'a.b': { description: ' ' } }]) {
    assert.deepEqual(inEnglish({ 'a.b': 'One' }, context), [
      'a.b: the message has no description for translators (release)',
    ]);
  }
});

test('Reports descriptions of messages that do not exist', () => {
  const context = { 'a.b': { description: 'A number' }, 'a.c': { description: 'Another' } };
  assert.deepEqual(inEnglish({ 'a.b': 'One' }, context), [
    'a.c: en.json has no such id, so the description is unused (release)',
  ]);
});

test('Reports variables and tags that the description does not mention', () => {
  const messages = { 'a.b': '{amount} on <link>our site</link>' };
  assert.deepEqual(inEnglish(messages, { 'a.b': { description: '{amount}, such as RM10' } }), [
    'a.b: the description does not mention <link> (release)',
  ]);
});

test('Reports a length limit that is no whole number', () => {
  for (const maxLength of ['12', 0, 1.5, null]) {
    const context = { 'a.b': { description: 'A number', maxLength } };
    assert.match(inEnglish({ 'a.b': 'One' }, context).join(), /a\.b: "maxLength" is not a whole/);
  }
});

test('Reports a context of a translation that is about something else', () => {
  const english = language('en', { 'a.b': 'One' });
  const inMalay = (context: object) =>
    checkContext(language('ms', { 'a.b': 'Satu' }, context), english).map(
      ({ id, what }) => `${id}: ${what}`,
    );
  assert.deepEqual(inMalay({ sameAsEnglish: {}, translatedFrom: {} }), []);
  assert.match(inMalay({ 'a.b': 'One' }).join(), /a\.b: the file has more than "sameAsEnglish"/);
  assert.match(inMalay({ sameAsEnglish: { 'a.c': 'x' } }).join(), /a\.c: en\.json has no such id/);
  assert.match(inMalay([]).join(), /the file contains no messages/);
});
