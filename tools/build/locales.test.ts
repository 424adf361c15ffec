import assert from 'node:assert/strict';
import { test } from 'vitest';
import { firstLanguages } from '../../client/site/config.ts';
import { type Language, languageOf } from '../messages/language.ts';
import { constants, language } from '../messages/testing.ts';
import { compileLocales, localeWarnings } from './locales.ts';

/** Creates a language with a name and these messages. */
const named = (code: string, messages: Record<string, string>, context = {}) =>
  language(code, { 'locale.name': code, 'locale.dir': 'ltr', ...messages }, context);

const draft = { 'locale.draft': 'true' };

/** Compiles the languages with a draft of Chinese that has no texts. Returns Malay. */
const compile = (...languages: Language[]) =>
  compileLocales([...languages, named('zh', draft)], constants, firstLanguages).find(
    ({ code }) => code === 'ms',
  );

test('A message that a draft lacks is English', () => {
  const malay = compile(named('en', { 'a.b.c': 'Home' }), named('ms', draft));
  assert.equal(malay?.table['a.b.c'], 'Home');
  assert.deepEqual(malay?.missing, ['a.b.c']);
});

test('A text that a draft has empty, as translation tools export it, is English, with a warning', () => {
  for (const empty of ['', ' ']) {
    const languages = [named('en', { 'a.b.c': 'Home' }), named('ms', { 'a.b.c': empty, ...draft })];
    const malay = compile(...languages);
    assert.equal(malay?.table['a.b.c'], 'Home');
    assert.deepEqual(malay?.missing, ['a.b.c']);
    assert.match(
      localeWarnings(languages).join('\n'),
      /ms\.json:4:12: a\.b\.c: the translation is empty; the English is “Home”/,
    );
  }
});

test('A language that is no draft and lacks one message fails the build for production alone', () => {
  const english = named('en', Object.fromEntries([...'abcdefghij'].map((id) => [id, `${id}!`])));
  const { a: _, ...others } = english.messages;
  for (const messages of [others, { ...others, a: '' }]) {
    const malay = language('ms', messages);
    assert.throws(
      () => compileLocales([english, malay], constants, firstLanguages),
      /^MessageError: locales\/ms\.json:1:1: 1 of 10 translations are missing, so the language cannot go live; add those that “make locales LANG=ms” names, or "locale\.draft": "true" until they are there$/,
    );
    const [, built] = compileLocales([english, malay], constants, firstLanguages, true);
    assert.equal(built?.table.a, 'a!');
    assert.equal(built?.isDraft, false);
  }
});

test('An empty English text fails the build', () => {
  const languages = [named('en', { 'a.b.c': '' }), named('ms', {})];
  assert.throws(() => compile(...languages), /en\.json:4:12: a\.b\.c: the text is empty/);
});

test('Out-of-date translations are warnings of the build', () => {
  const languages = [
    named('en', { 'a.b.c': 'Home page' }),
    named('ms', { 'a.b.c': 'Utama' }, { translatedFrom: { 'a.b.c': 'Home' } }),
  ];
  assert.equal(compile(...languages)?.table['a.b.c'], 'Utama');
  const warnings = localeWarnings(languages).join('\n');
  assert.match(warnings, /a\.b\.c: the translation is not reviewed: the English has changed/);
});

test('Unsorted ids do not fail the build', () => {
  const malay = compile(
    named('en', { 'b.c.d': 'One', 'a.b.c': 'Two' }),
    named('ms', { 'b.c.d': 'Satu', 'a.b.c': 'Dua' }),
  );
  assert.equal(malay?.table['a.b.c'], 'Dua');
});

test('A new language needs only a file, and comes last in the menu', () => {
  const first = firstLanguages.toReversed();
  const languages = ['zu', ...firstLanguages].map((code) => language(code, {}));
  const codes = compileLocales(languages, constants, first).map(({ code }) => code);
  assert.deepEqual(codes, [...first, 'zu']);
});

test('Reports a file that contains no messages', () => {
  for (const text of ['null', '[]', '"words"']) {
    const malay = languageOf('ms', 'locales/ms.json', text);
    assert.throws(
      () => compile(named('en', {}), malay),
      /ms\.json:1:\d+: the file contains no messages/,
    );
  }
});
