/** Playwright's `test` with one of the engines in place of its own browsers. */
import { expect, type TestType, test as withBrowsers } from '@playwright/test';
import { startServer } from '../../browser/support/marquee-server.ts';
import {
  english,
  type Language,
  languages,
  type Say,
  speaker,
} from '../../browser/support/words.ts';
import type { Browser, Preferences } from '../engines/browser.ts';
import { start } from '../engines/engines.ts';
import { recordComplaints } from './complaints.ts';
import { HomePage } from './home-page.ts';
import { Page } from './page.ts';

export { expect };

interface TestFixtures {
  /** The visitor's language. */
  language: Language;
  /** Speaks that language. */
  say: Say;
  /** A window of its own, with a session of its own, as large as a phone's. */
  page: Page;
  home: HomePage;
}

interface WorkerFixtures {
  preferences: Preferences;
  /** The address of a server whose operator is at https://operator.example/. */
  site: string;
  /** The browser of all tests of a worker. */
  engine: Browser;
}

/** The window of a phone, CSS pixels. */
export const phone = { width: 390, height: 844 };
/** The window of a desktop computer, CSS pixels. */
export const desktop = { width: 1440, height: 900 };

/** The runner alone. */
export const base = withBrowsers as TestType<object, object>;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  preferences: [
    { motion: 'no-preference', scripting: 'enabled' },
    { option: true, scope: 'worker' },
  ],
  site: [withServer, { scope: 'worker' }],
  engine: [
    async ({ preferences }, use, { project }) => {
      const browser = await start(project.name, preferences, `(${recordComplaints})()`);
      await use(browser);
      await browser.quit();
    },
    { scope: 'worker' },
  ],
  language: [english, { option: true }],
  say: ({ language }, use) => use(speaker(language.code)),
  page: async ({ engine, site }, use) => {
    await openWindow(engine);
    const page = new Page(engine, site);
    await page.resize(phone);
    await use(page);
    expect(await page.complaints(), 'the browser complains').toEqual([]);
  },
  home: ({ page, say, language }, use) => use(new HomePage(page, say, language)),
});

/** Starts a server for a worker's tests. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it
export async function withServer({}, use: (site: string) => Promise<void>): Promise<void> {
  const server = await startServer();
  await use(server.url);
  await server.stop();
}

/** Puts a new window in the place of the last one, whose session ends with it. */
export async function openWindow({ driver }: Browser): Promise<void> {
  const last = await driver.getAllWindowHandles();
  await driver.switchTo().newWindow('tab');
  const fresh = await driver.getWindowHandle();
  for (const handle of last) {
    await driver.switchTo().window(handle);
    await driver.close();
  }
  await driver.switchTo().window(fresh);
}

/** The same tests for a visitor of each language. */
export function inEachLanguage(tests: (language: Language) => void): void {
  for (const language of languages) {
    test.describe(`in ${language.code}`, () => {
      test.use({ language });
      tests(language);
    });
  }
}
