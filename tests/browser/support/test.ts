/** Playwright's `test` with what every test of the site needs. */
import { test as base, expect } from '@playwright/test';
import { HomePage } from './home-page.ts';
import { type MarqueeServer, startServer } from './marquee-server.ts';
import { Trouble } from './trouble.ts';
import { english, type Language, languages, pseudoLanguages, type Say, speaker } from './words.ts';

export { expect };

interface TestFixtures {
  /** The visitor's language. */
  language: Language;
  /** Speaks that language. */
  say: Say;
  home: HomePage;
  /** What the browser complains about; anything fails the test. */
  trouble: Trouble;
}

interface WorkerFixtures {
  /** A server whose operator is at https://operator.example/. */
  server: MarqueeServer;
  /** The same one with pseudo-locales; no other knows their addresses. */
  pseudoServer: MarqueeServer;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  pseudoServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it
    async ({}, use) => {
      const server = await startServer({ PSEUDO_LOCALES: '1' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  language: [english, { option: true }],
  locale: ({ language }, use) => use(language.locale),
  say: ({ language }, use) => use(speaker(language.code)),
  home: ({ page, say, language }, use) => use(new HomePage(page, say, `/${language.search}`)),
  trouble: [
    async ({ context }, use) => {
      const trouble = await Trouble.in(context);
      await use(trouble);
      // What happened before this answer has been told by then.
      await Promise.all(context.pages().map((page) => page.title()));
      expect(trouble.seen, 'the browser complains').toEqual([]);
    },
    { auto: true },
  ],
});

/** The same tests for a visitor of each language. */
export function inEachLanguage(tests: (language: Language) => void): void {
  for (const language of languages) {
    test.describe(`in ${language.code}`, () => {
      test.use({ language });
      tests(language);
    });
  }
}

/** The same tests for whoever checks the page in each pseudo-locale. */
export function inEachPseudoLocale(tests: (language: Language) => void): void {
  for (const language of pseudoLanguages) {
    test.describe(`in ${language.code}`, () => {
      test.use({ language, baseURL: ({ pseudoServer }, use) => use(pseudoServer.url) });
      tests(language);
    });
  }
}
