/** What browsers need that are older than `browserslist` in package.json; `versions/` has real ones. */
import { expect, test } from './support/test.ts';

test('the style sheet needs no newer features for its layout', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const style = await (await request.get(href)).text();
  expect(style).toContain('.button');
  // Hides what is not whole yet, if the browser can tell.
  const ofArrival = /[^{}]+:not\(:has\([^{}]+\{visibility:hidden\}/g;
  expect(style.replaceAll(ofArrival, '')).not.toMatch(/:has\(|subgrid/);
});
