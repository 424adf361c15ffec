import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { test } from 'vitest';

const file = 'deploy/caches/cloudfront/viewer-request.js';
const handler = runInNewContext(`${readFileSync(file, 'utf8')}; handler`);

/** Returns the headers of a group of the server's own test cases, each with the expected locale. */
function casesOf(group: string) {
  const table = readFileSync('server/src/locale/negotiation_cases.rs', 'utf8');
  const [, body = ''] = new RegExp(`"${group}",\\s*&\\[(.*?)\\n {8}\\]`, 's').exec(table) ?? [];
  const cases = [...body.matchAll(/\("([^"]*)", "(\w+)", "/g)];
  assert.ok(cases.length > 5, `few cases of ${group}`);
  // Only tabs are escaped in these groups.
  return cases.map(([, header = '', locale]) => ({
    header: header.replaceAll('\\t', '\t'),
    locale,
  }));
}

test.each(['what browsers send', 'no match', 'quality'])(
  'CloudFront function chooses the language that the server would choose: %s',
  (group) => {
    for (const { header, locale } of casesOf(group)) {
      const request = { uri: '/', headers: { 'accept-language': { value: header } } };
      const { headers } = handler({ request });
      assert.equal(headers['accept-language'].value, locale, header);
    }
  },
);

test('CloudFront function adds the default language to a request without Accept-Language', () => {
  const { headers } = handler({ request: { uri: '/', headers: {} } });
  assert.equal(headers['accept-language'].value, 'en');
});
