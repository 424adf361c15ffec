import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readLink, withTrailingSlash } from './content-service.ts';

const responseWith = (value: unknown) => ({ data: { attributes: { field: value } } });

const link = 'https://operator.example';

test('Reads absolute http(s) URLs in responses of the expected shape', () => {
  assert.equal(readLink(responseWith(link), 'field'), link);
  for (const value of ['javascript:alert(1)', '/path', 'operator.example', 'https://', '', 7, null])
    assert.equal(readLink(responseWith(value), 'field'), null, String(value));
  for (const response of [null, 'text', {}, { data: null }, { data: { attributes: {} } }])
    assert.equal(readLink(response, 'field'), null, JSON.stringify(response));
});

test('Adds a missing trailing slash', () => {
  assert.equal(withTrailingSlash(link), `${link}/`);
  assert.equal(withTrailingSlash(`${link}/`), `${link}/`);
});
