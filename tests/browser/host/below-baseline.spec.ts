/** What browsers need that are older than `browserslist` in package.json; `tests/browser/versions/` has real ones. */
import { transform } from 'esbuild';
import { expect, test } from './test.ts';

test('the entry script parses in every browser with module scripts', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, src = ''] = /<script type="module" src="([^"]+)"/.exec(html) ?? [];
  const script = await (await request.get(src)).text();
  // ES2020 has dynamic import, which almost all browsers with module scripts support.
  const lowered = await transform(script, { minifyWhitespace: true, target: 'es2020' });
  const same = await transform(script, { minifyWhitespace: true, target: 'esnext' });
  expect(same.code).toContain('import');
  expect(lowered.code).toBe(same.code);
  expect(script).not.toMatch(/\?\.|\?\?/);
});
