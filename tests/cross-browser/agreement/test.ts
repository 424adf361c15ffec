/** Fixtures with a page in every engine, for comparisons. */
import type { Browser } from '../engines/browser.ts';
import { engineNames, start } from '../engines/engines.ts';
import { HomePage } from '../support/home-page.ts';
import { Page } from '../support/page.ts';
import { test as base, expect, openWindow } from '../support/test.ts';

export { expect };

/** The home page in one engine. */
export interface Side {
  engine: string;
  page: Page;
  home: HomePage;
}

interface TestFixtures {
  /** One per engine. The first is Chromium, the reference. */
  sides: Side[];
}

interface WorkerFixtures {
  browsers: { engine: string; browser: Browser }[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  browsers: [
    async ({}, use) => {
      // Animations are not reproducible.
      const browsers = await Promise.all(
        engineNames.map(async (engine) => ({
          engine,
          browser: await start(engine, { motion: 'reduce', scripting: 'enabled' }, ''),
        })),
      );
      await use(browsers);
      await Promise.all(browsers.map(({ browser }) => browser.quit()));
    },
    { scope: 'worker' },
  ],
  sides: async ({ browsers, site, language, message }, use) => {
    const sides = await Promise.all(
      browsers.map(async ({ engine, browser }) => {
        await openWindow(browser);
        const page = new Page(browser, site);
        return { engine, page, home: new HomePage(page, message, language) };
      }),
    );
    await use(sides);
  },
});
