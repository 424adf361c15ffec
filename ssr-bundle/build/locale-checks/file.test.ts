import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFile } from './file.mjs';
import { languageOf } from './language.mjs';

function whatIsWrong(text: string, code = 'ms') {
  const language = languageOf({ code, file: `locales/${code}.json`, text });
  return checkFile(language, language).map(({ id, what }) => `${id}: ${what}`);
}

test('Localisers are told of a file that is no JSON, or no language', () => {
  assert.match(whatIsWrong('{"a": "x",}').join(), /not valid JSON/);
  for (const code of ['Malay', 'ms-1', 'ms-']) {
    assert.match(whatIsWrong('{}', code).join(), /not the code of a language/);
  }
  assert.deepEqual(whatIsWrong('{\n"a": "x",\n"b": "y"\n}'), []);
});

test('Localisers are told of ids that stand twice or out of order, and of empty texts', () => {
  assert.deepEqual(whatIsWrong('{\n"a": "x",\n"a": "y"\n}'), [
    'a: this id stands in the file twice',
  ]);
  assert.match(whatIsWrong('{"b": "x", "a": "y"}').join(), /a: the ids are not in the order/);
  assert.match(whatIsWrong('{"a": " "}').join(), /a: the text is empty/);
  assert.match(whatIsWrong('{"a": 1}').join(), /a: here stands no text \(number\)/);
});
