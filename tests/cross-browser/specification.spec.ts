import { startServer } from '../browser/support/marquee-server.ts';
import {
  checkPage,
  links,
  type PageOfStatement,
  pagesOf,
  places,
  statements,
  takeSnapshot,
  titleOf,
} from '../browser/support/specification.ts';
import { test as base, desktop, expect, phone } from './support/test.ts';

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

const key = ({ url, width }: PageOfStatement) => `${url} at the width of a ${width}`;
const pages = new Map(statements.flatMap(pagesOf).map((page) => [key(page), page]));

for (const [name, { url, width }] of pages) {
  test(`${name} matches its specification`, async ({ page }) => {
    await page.resize(width === 'phone' ? phone : desktop);
    await page.goto(url);
    await page.hydrated();
    await page.settle();
    const snapshot = await page.run(takeSnapshot, places);
    const failures = statements.flatMap((statement) => {
      const about = pagesOf(statement).find((each) => key(each) === name);
      if (!about) return [];
      try {
        checkPage(statement.expect, snapshot, about.language);
        return [];
      } catch (error) {
        return [`${titleOf(statement)}\n${error}`];
      }
    });
    expect(failures.join('\n\n')).toBe('');
  });
}
