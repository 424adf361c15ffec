/** What browsers need that are older than `browserslist` in package.json; `versions/` has real ones. */
import { expect, test } from './support/test.ts';

test('the style sheet needs no newer features for its layout', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const style = await (await request.get(href)).text();
  expect(style).toContain('.button');
  // Hides what is not whole yet, and locks scrolling, if the browser can tell.
  const ifKnown =
    /[^{}]+(:not\(:has\([^{}]+\{visibility:hidden|:has\([^{}]+:modal\)\{overflow:hidden;scrollbar-gutter:stable)\}/g;
  expect(style.replaceAll(ifKnown, '')).not.toMatch(/:has\(|subgrid/);
});
