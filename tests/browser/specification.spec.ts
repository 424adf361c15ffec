import { test as base, expect } from '@playwright/test';
import { ContentService } from './support/content-service.ts';
import { type MarqueeServer, startServer } from './support/marquee-server.ts';
import {
  checkPage,
  links,
  type PageOfStatement,
  pagesOf,
  places,
  type Snapshot,
  statements,
  takeSnapshot,
  titleOf,
} from './support/specification.ts';
import { Visit } from './support/visit.ts';

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

interface WorkerFixtures {
  site: MarqueeServer;
  /** Returns the hydrated page, opened once for all its statements. */
  snapshotOf: (page: PageOfStatement) => Promise<Snapshot>;
}

const test = base.extend<object, WorkerFixtures>({
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
  snapshotOf: [
    async ({ browser, site }, use) => {
      const taken = new Map<string, Promise<Snapshot>>();
      const take = async ({ url, width }: PageOfStatement) => {
        const context = await browser.newContext({ viewport: sizes[width], locale: 'en-MY' });
        const page = await context.newPage();
        const response = await page.goto(new URL(url, site.url).href);
        if (response?.ok()) await expect(page.locator('dialog[open]')).toBeVisible();
        const snapshot = await page.evaluate(takeSnapshot, places);
        await context.close();
        return snapshot;
      };
      await use((page) => {
        const key = `${page.url} ${page.width}`;
        const snapshot = taken.get(key) ?? take(page);
        taken.set(key, snapshot);
        return snapshot;
      });
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.url),
  viewport: sizes.desktop,
  locale: 'en-MY',
});

for (const statement of statements) {
  const pages = pagesOf(statement);
  const { steps, failure } = statement.expect;

  if (pages.length > 0)
    test(titleOf(statement), async ({ snapshotOf }) => {
      for (const page of pages) checkPage(statement.expect, await snapshotOf(page), page.language);
    });

  if (steps)
    test(titleOf(statement), async ({ page, context, browser, viewport, baseURL }) => {
      await context.route(`${links.base}**`, (route) => route.fulfill({ body: 'operator' }));
      // With what the browser stores for longer than a session.
      const nextSession = async () => {
        const storageState = await context.storageState();
        return browser.newContext({ storageState, viewport, ...(baseURL && { baseURL }) });
      };
      const visit = await Visit.start(page, nextSession, steps);
      await visit.take(steps);
    });

  if (failure)
    test(titleOf(statement), async ({ page, snapshotOf }) => {
      const service = await ContentService.start();
      const known: Record<string, string> = { winbox77_my: links.base, winboxv2_com: links.blog };
      service.links = Object.fromEntries(
        Object.entries(known).filter(([field]) => !failure.calls.includes(field)),
      );
      const site = await startServer(service.settings);
      const logged: string[] = [];
      page.on('console', (message) => logged.push(message.text()));
      await page.goto(site.url);
      await expect(page.locator('dialog[open]')).toBeVisible();
      await expect
        .poll(() => logged.toSorted())
        .toEqual(failure.calls.map((field) => expect.stringContaining(field)));

      const found = await page.evaluate(takeSnapshot, places);
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
      const usual = await snapshotOf({ url: '/', language: 'en', width: 'desktop' });
      expect(textWithoutRows(found)).toBe(textWithoutRows(usual));
      await site.stop();
      await service.stop();
    });
}

/** Returns the text of a page without that of its live tables. */
function textWithoutRows(snapshot: Snapshot): string | undefined {
  const rows = [...(snapshot['left rows'] ?? []), ...(snapshot['right rows'] ?? [])];
  return rows.reduce((text, row) => text?.replace(row.text, ''), snapshot.root?.[0]?.text);
}
