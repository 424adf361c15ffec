import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLink, withTrailingSlash } from './content-service.ts';

const answerWith = (value: unknown) => ({ data: { attributes: { field: value } } });

test('A link is read from the answer of the content service', () => {
  assert.equal(
    readLink(answerWith('https://operator.example'), 'field'),
    'https://operator.example',
  );
});

test('Only complete web addresses are links', () => {
  for (const value of [
    'javascript:alert(1)',
    '/path',
    'operator.example',
    'https://',
    '',
    7,
    null,
  ]) {
    assert.equal(readLink(answerWith(value), 'field'), null, String(value));
  }
});

test('An answer of another shape holds no link', () => {
  for (const answer of [null, 'text', {}, { data: null }, { data: { attributes: {} } }]) {
    assert.equal(readLink(answer, 'field'), null, JSON.stringify(answer));
  }
});

test('A base link always ends in a slash', () => {
  assert.equal(withTrailingSlash('https://operator.example'), 'https://operator.example/');
  assert.equal(withTrailingSlash('https://operator.example/'), 'https://operator.example/');
});
