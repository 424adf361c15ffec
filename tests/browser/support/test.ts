/** Playwright's `test` with the fixtures of the site. */
import { test as base, expect, type LaunchOptions } from '@playwright/test';
import { chromiumOptions } from '../../../tools/browser.ts';
import { BrowserErrors } from './browser-errors.ts';
import { HomePage } from './home-page.ts';
import {
  english,
  type Language,
  languages,
  layoutLanguages,
  type MessageFormatter,
  messageFormatter,
  rightToLeft,
} from './languages.ts';
import { type MarqueeServer, served } from './marquee-server.ts';

export { expect };

interface TestFixtures {
  /** The visitor's language. */
  language: Language;
  /** Formats messages in that language. */
  message: MessageFormatter;
  home: HomePage;
  /** Errors in the browser; any left at the end fail the test. */
  browserErrors: BrowserErrors;
}

interface WorkerFixtures {
  /** A server whose operator is at https://operator.example/. */
  server: MarqueeServer;
  /** The same with pseudo-locales enabled. */
  pseudoServer: MarqueeServer;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: served(),
  pseudoServer: served({ PSEUDO_LOCALES: '1' }),
  baseURL: ({ server }, use) => use(server.url),
  language: [english, { option: true }],
  locale: ({ language }, use) => use(language.locale),
  message: ({ language }, use) => use(messageFormatter(language.code)),
  home: ({ page, message, language }, use) =>
    use(new HomePage(page, message, `/${language.search}`)),
  browserErrors: [
    async ({ context }, use) => {
      const browserErrors = await BrowserErrors.in(context);
      await use(browserErrors);
      // A round trip to each page delivers pending events.
      await Promise.all(context.pages().map((page) => page.title()));
      expect(browserErrors.seen, 'browser errors').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Options of a browser with a back/forward cache, which the headless shell lacks, and which Playwright switches off in
 * Chromium.
 */
export const keepingPages: LaunchOptions = {
  ...chromiumOptions('chromium'),
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
};

/** Defines tests of texts and layout, for each language. */
export function inEachLanguage(tests: (language: Language) => void): void {
  for (const language of languages) {
    test.describe(`in ${language.code}`, () => {
      test.use({ language });
      tests(language);
    });
  }
}

/** Defines tests for each of these pseudo-locales. */
function inEachPseudoLocale(
  pseudoLocales: readonly Language[],
  tests: (language: Language) => void,
): void {
  for (const language of pseudoLocales) {
    test.describe(`in ${language.code}`, () => {
      test.use({ language, baseURL: ({ pseudoServer }, use) => use(pseudoServer.url) });
      tests(language);
    });
  }
}

/** Defines tests from right to left. */
export function fromRightToLeft(tests: (language: Language) => void): void {
  inEachPseudoLocale([rightToLeft], tests);
}

/** Defines tests of behaviour that depends on the direction: in English, and from right to left. */
export function inBothDirections(tests: (language: Language) => void): void {
  test.describe('from left to right', () => tests(english));
  fromRightToLeft(tests);
}

/** Defines tests of the layout for each pseudo-locale that lays out like a language. */
export function inEachLayoutLocale(tests: (language: Language) => void): void {
  inEachPseudoLocale(layoutLanguages, tests);
}
