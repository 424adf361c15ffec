/**
 * The product's specification in each engine. It is about this site: for one of another brand or with
 * other languages the tests fail, as they should, until it has a specification.
 */
import { startServer } from '../browser/support/marquee-server.ts';
import { checkPage, links, pages, places, takeSnapshot } from '../browser/support/specification.ts';
import { test as base, desktop, phone } from './support/test.ts';

const test = base.extend<object, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it
    async ({}, use) => {
      const { base: operator, blog } = links;
      const site = await startServer({ OPERATOR_LINK: operator, OPERATOR_BLOG_LINK: blog });
      await use(site.url);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

for (const expected of pages) {
  const { url, width } = expected;
  test(`on a ${width} ${url} has the specified texts, links and order`, async ({ page }) => {
    await page.resize(width === 'phone' ? phone : desktop);
    await page.goto(url);
    await page.hydrated();
    await page.settle();
    await checkPage(expected, await page.run(takeSnapshot, places));
  });
}
