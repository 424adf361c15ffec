/** Playwright's `test` with an engine of these tests instead of its own browsers. */
import { expect, type TestType, test as withBrowsers } from '@playwright/test';
import {
  type Language,
  languages,
  type MessageFormatter,
  messageFormatter,
  named,
} from '../../browser/support/languages.ts';
import { type MarqueeServer, served } from '../../browser/support/marquee-server.ts';
import type { Browser, Preferences } from '../engines/browser.ts';
import { start } from '../engines/engines.ts';
import { HomePage } from './home-page.ts';
import { Page } from './page.ts';
import { recordErrors } from './record-errors.ts';

export { expect };

interface TestFixtures {
  /** The visitor's language. */
  language: Language;
  /** Formats messages in that language. */
  message: MessageFormatter;
  /** A new window with its own session and the viewport of a phone. */
  page: Page;
  home: HomePage;
}

interface WorkerFixtures {
  preferences: Preferences;
  /** A server whose operator is at https://operator.example/. */
  server: MarqueeServer;
  /** The URL that is visited. */
  site: string;
  /** The browser of a worker. */
  engine: Browser;
}

/** Viewport of a phone in CSS pixels. */
export const phone = { width: 390, height: 844 };
/** Viewport of a desktop computer in CSS pixels. */
export const desktop = { width: 1440, height: 900 };

/** Playwright's `test` without browser fixtures. */
export const base = withBrowsers as TestType<object, object>;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  preferences: [
    { motion: 'no-preference', scripting: 'enabled' },
    { option: true, scope: 'worker' },
  ],
  server: served(),
  site: [({ server }, use) => use(server.url), { scope: 'worker' }],
  engine: [
    async ({ preferences }, use, { project }) => {
      const browser = await start(project.name, preferences, `(${recordErrors})()`);
      await use(browser);
      await browser.quit();
    },
    { scope: 'worker' },
  ],
  // That of the behaviour; layout is compared in every language.
  language: [named(process.env.TEST_LANGUAGE ?? 'en'), { option: true }],
  message: ({ language }, use) => use(messageFormatter(language.code)),
  page: async ({ engine, site }, use) => {
    await openWindow(engine);
    const page = new Page(engine, site);
    await page.resize(phone);
    await use(page);
    expect(await page.errors(), 'browser errors').toEqual([]);
  },
  home: ({ page, message, language }, use) => use(new HomePage(page, message, language)),
});

/** Replaces the window with a new one, which ends the session. */
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

/** Defines tests for each language. */
export function inEachLanguage(tests: (language: Language) => void): void {
  for (const language of languages) {
    test.describe(`in ${language.code}`, () => {
      test.use({ language });
      tests(language);
    });
  }
}
