import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readLink, withTrailingSlash } from './content-service.ts';

const responseWith = (value: unknown) => ({ data: { attributes: { field: value } } });

test('Reads a link from a response of the content service', () => {
  assert.equal(
    readLink(responseWith('https://operator.example'), 'field'),
    'https://operator.example',
  );
});

test('Accepts only absolute http(s) URLs', () => {
  for (const value of [
    'javascript:alert(1)',
    '/path',
    'operator.example',
    'https://',
    '',
    7,
    null,
  ]) {
    assert.equal(readLink(responseWith(value), 'field'), null, String(value));
  }
});

test('Returns null for responses of another shape', () => {
  for (const response of [null, 'text', {}, { data: null }, { data: { attributes: {} } }]) {
    assert.equal(readLink(response, 'field'), null, JSON.stringify(response));
  }
});

test('Adds a missing trailing slash', () => {
  assert.equal(withTrailingSlash('https://operator.example'), 'https://operator.example/');
  assert.equal(withTrailingSlash('https://operator.example/'), 'https://operator.example/');
});
