import assert from 'node:assert/strict';
import { test } from 'vitest';
import { constants } from '../locales/testing.ts';
import { compileLocales, localeWarnings } from './locales.mjs';

const source = (code: string, messages: Record<string, string>) => ({
  code,
  file: `locales/${code}.json`,
  text: JSON.stringify({ 'locale.name': code, 'locale.dir': 'ltr', ...messages }),
});

/** Compiles the sources with an untranslated Chinese. */
const compile = (...sources: ReturnType<typeof source>[]) =>
  compileLocales([...sources, source('zh', {})], constants);

test('A missing message falls back to English', () => {
  const [, , malay] = compile(source('en', { 'a.b.c': 'Home' }), source('ms', {}));
  assert.equal(malay?.table['a.b.c'], 'Home');
  assert.deepEqual(malay?.missing, ['a.b.c']);
});

test('An empty text, as translation tools export it, falls back to English with a warning', () => {
  for (const empty of ['', ' ']) {
    const sources = [source('en', { 'a.b.c': 'Home' }), source('ms', { 'a.b.c': empty })];
    const [, , malay] = compile(...sources);
    assert.equal(malay?.table['a.b.c'], 'Home');
    assert.deepEqual(malay?.missing, ['a.b.c']);
    assert.match(
      localeWarnings(sources).join('\n'),
      /ms\.json:1:\d+: a\.b\.c: the translation is empty; visitors see the English “Home”/,
    );
  }
});

test('An empty English text fails the build', () => {
  const sources = [source('en', { 'a.b.c': '' }), source('ms', {})];
  assert.throws(() => compile(...sources), /en\.json:1:\d+: a\.b\.c: the text is empty/);
});

test('Missing and out-of-date translations are warnings of the build', () => {
  const sources = [
    source('en', { 'a.b.c': 'Home page', 'a.b.d': 'Back' }),
    {
      ...source('ms', { 'a.b.c': 'Utama' }),
      context: JSON.stringify({ translatedFrom: { 'a.b.c': 'Home' } }),
    },
  ];
  assert.equal(compile(...sources).length, 3);
  const warnings = localeWarnings(sources).join('\n');
  assert.match(warnings, /a\.b\.c: the translation is out of date: the English has changed/);
  assert.match(warnings, /a\.b\.d: the translation is missing/);
});

test('Unsorted ids do not fail the build', () => {
  const [, , malay] = compile(
    source('en', { 'b.c.d': 'One', 'a.b.c': 'Two' }),
    source('ms', { 'b.c.d': 'Satu', 'a.b.c': 'Dua' }),
  );
  assert.equal(malay?.table['a.b.c'], 'Dua');
});

test('A new language needs only a file, and comes last in the menu', () => {
  const sources = ['ta', 'ms', 'en', 'zh'].map((code) => source(code, {}));
  const codes = compileLocales(sources, constants).map(({ code }) => code);
  assert.deepEqual(codes, ['en', 'zh', 'ms', 'ta']);
});

test('Reports a file that contains no messages', () => {
  for (const text of ['null', '[]', '"words"']) {
    const sources = [source('en', {}), { code: 'ms', file: 'locales/ms.json', text }];
    assert.throws(() => compile(...sources), /ms\.json:1:\d+: the file contains no messages/);
  }
});
