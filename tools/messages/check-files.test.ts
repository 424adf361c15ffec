import assert from 'node:assert/strict';
import { test } from 'vitest';
import { checkIds, checkName, checkUnused } from './check-files.ts';
import { languageOf } from './language.ts';
import { found, language } from './testing.ts';

test('Reports an unused message once, in English', () => {
  const english = language('en', { 'a.b': 'One', 'a.c': 'Two' });
  const check = checkUnused(`<FormattedMessage id="a.b" />`);
  assert.deepEqual(
    check(english, english).map(({ id }) => id),
    ['a.c'],
  );
  assert.deepEqual(check(language('ms', { 'a.c': 'Dua' }), english), []);
});

test('An id that code composes is used', () => {
  const english = language('en', {
    'faq.visa.text': 'One',
    'faq.visa.title': 'Two',
    'a.b': 'Three',
  });
  const check = checkUnused('`faq.$' + '{name}.text`; `$' + '{name}`; `a.$' + '{name}.b`');
  assert.deepEqual(
    check(english, english).map(({ id }) => id),
    ['faq.visa.title', 'a.b'],
  );
});

test('A draft may lack messages, and says so with one text only', () => {
  const draft = { 'locale.name': 'Tiếng Việt', 'locale.dir': 'ltr', 'locale.draft': 'true' };
  const english = { 'a.b': 'One', 'locale.name': 'English', 'locale.dir': 'ltr' };
  assert.deepEqual(found(checkIds, draft, english, 'vi'), []);
  assert.deepEqual(found(checkName, draft, english, 'vi'), []);
  for (const value of ['yes', '', true, null]) {
    const text = JSON.stringify({ ...draft, 'locale.draft': value });
    const misspelt = languageOf('vi', 'locales/vi.json', text);
    const [finding] = checkName(misspelt, misspelt);
    assert.equal(finding?.what, `a draft has the text "true", not ${JSON.stringify(value)}`);
  }
  assert.match(
    found(checkName, draft, draft, 'en').join(),
    /English, which others are translated from, cannot be a draft/,
  );
});

test('Letters that are written as two characters are composed', () => {
  const decomposed = 'Tiếng Việt'.normalize('NFD');
  const { messages, context } = language(
    'vi',
    { 'a.b': decomposed },
    {
      translatedFrom: { 'a.b': decomposed },
    },
  );
  assert.equal(messages['a.b'], 'Tiếng Việt'.normalize('NFC'));
  assert.equal(context.facts.get('translatedFrom')?.get('a.b'), messages['a.b']);
});
