import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFile } from './file.mjs';
import { languageOf } from './language.mjs';

function findingsIn(text: string, code = 'ms') {
  const language = languageOf({ code, file: `locales/${code}.json`, text });
  return checkFile(language, language).map(({ id, what }) => `${id}: ${what}`);
}

test('Reports a file that is not JSON or not named after a language', () => {
  assert.match(findingsIn('{"a": "x",}').join(), /not valid JSON/);
  for (const code of ['Malay', 'ms-1', 'ms-']) {
    assert.match(findingsIn('{}', code).join(), /not a language code/);
  }
  assert.deepEqual(findingsIn('{\n"a": "x",\n"b": "y"\n}'), []);
});

test('Reports duplicate and unsorted ids, and empty texts', () => {
  assert.deepEqual(findingsIn('{\n"a": "x",\n"a": "y"\n}'), ['a: duplicate id']);
  assert.match(findingsIn('{"b": "x", "a": "y"}').join(), /a: the ids are not sorted/);
  assert.match(findingsIn('{"a": " "}').join(), /a: the text is empty/);
  assert.match(findingsIn('{"a": 1}').join(), /a: the value is not a text \(number\)/);
});
