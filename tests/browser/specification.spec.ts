/**
 * The product's specification, as a visitor sees it. A failure names each statement that is wrong. It
 * is about this site: for one of another brand or with other languages the tests fail, as they should,
 * until it has a specification.
 */
import { test as base, expect } from '@playwright/test';
import { ContentService } from './support/content-service.ts';
import { type MarqueeServer, startServer } from './support/marquee-server.ts';
import {
  checkEach,
  checkPage,
  links,
  pages,
  places,
  type Snapshot,
  statements,
  takeSnapshot,
} from './support/specification.ts';
import { isTimed, Visit } from './support/visit.ts';

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

const test = base.extend<object, { site: MarqueeServer }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it
    async ({}, use) => {
      const { base: operator, blog } = links;
      const site = await startServer({ OPERATOR_LINK: operator, OPERATOR_BLOG_LINK: blog });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.url),
  viewport: sizes.desktop,
  locale: 'en-MY',
});

for (const expected of pages) {
  test.describe(`on a ${expected.width}`, () => {
    test.use({ viewport: sizes[expected.width] });

    test(`${expected.url} has the specified texts, links and order`, async ({ page }) => {
      const response = await page.goto(expected.url);
      if (response?.ok()) await expect(page.locator('dialog[open]')).toBeVisible();
      await checkPage(expected, await page.evaluate(takeSnapshot, places));
    });
  });
}

const acted = statements.filter((statement) => statement.expect.steps);

/** What a visit is about, in whose page several statements are checked. */
function subjectOf({ section, expect: { steps } }: (typeof acted)[number]): string {
  return `${section}${isTimed(steps) ? ', as time passes' : ''}`;
}

for (const subject of new Set(acted.map(subjectOf))) {
  test(`a visit goes as specified in section ${subject}`, async ({
    page,
    context,
    browser,
    viewport,
    baseURL,
  }) => {
    test.slow();
    const about = acted.filter((statement) => subjectOf(statement) === subject);
    await context.route(`${links.base}**`, (route) => route.fulfill({ body: 'operator' }));
    // With what the browser stores for longer than a session.
    const nextSession = async () => {
      const storageState = await context.storageState();
      return browser.newContext({ storageState, viewport, ...(baseURL && { baseURL }) });
    };
    const clock = isTimed(about[0]?.expect.steps) ? 'paused' : 'running';
    const visit = await Visit.start(page, nextSession, clock);
    await checkEach(about, (statement) => visit.take(statement.expect.steps ?? []));
  });
}

const failing = statements.filter((statement) => statement.expect.failure);

test('links without a target are plain text when calls of the content service fail', async ({
  page,
  browser,
}) => {
  await page.goto('/');
  await expect(page.locator('dialog[open]')).toBeVisible();
  const usual = await page.evaluate(takeSnapshot, places);
  await checkEach(failing, async ({ expect: { failure } }) => {
    if (!failure) return;
    const service = await ContentService.start();
    const known: Record<string, string> = { winbox77_my: links.base, winboxv2_com: links.blog };
    service.links = Object.fromEntries(
      Object.entries(known).filter(([field]) => !failure.calls.includes(field)),
    );
    const site = await startServer(service.settings);
    const visitor = await browser.newPage({ viewport: sizes.desktop, locale: 'en-MY' });
    const logged: string[] = [];
    visitor.on('console', (message) => logged.push(message.text()));
    await visitor.goto(site.url);
    await expect(visitor.locator('dialog[open]')).toBeVisible();
    await expect
      .poll(() => logged.toSorted())
      .toEqual(failure.calls.map((field) => expect.stringContaining(field)));

    const found = await visitor.evaluate(takeSnapshot, places);
    for (const [named, hasTarget] of [
      [failure.empty, false],
      [failure.working, true],
    ] as const) {
      for (const place of named) {
        const targets = found[place]?.map(({ attributes }) => 'href' in attributes);
        expect(targets?.length, place).toBeGreaterThan(0);
        expect(new Set(targets), `${place} has links`).toEqual(new Set([hasTarget]));
      }
    }
    expect(textWithoutRows(found)).toBe(textWithoutRows(usual));
    await visitor.close();
    await site.stop();
    await service.stop();
  });
});

/** Returns the text of a page without that of its live tables. */
function textWithoutRows(snapshot: Snapshot): string | undefined {
  const rows = [...(snapshot['left rows'] ?? []), ...(snapshot['right rows'] ?? [])];
  return rows.reduce((text, row) => text?.replace(row.text, ''), snapshot.root?.[0]?.text);
}
