import { defineConfig } from '@playwright/test';

/** What parts of the site do in each engine, in their folders. */
const ofParts = '**/client/**/*.engines.spec.ts';

/** Tests in all engines against the real server. Playwright is only the test runner. */
export default defineConfig({
  testDir: '../..',
  // It has the folders of builds.
  respectGitIgnore: true,
  outputDir: '../../test-results/cross-browser',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // More than processors: timers of the page take much of the time.
  workers: 3,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: process.env.CI ? 'list' : 'line',
  projects: [
    // Chromium has its own suite; here it is the reference that the others are compared with, and has the
    // tests of behaviour that are the same in all three.
    ...['firefox', 'webkit'].map((name) => ({
      name,
      testMatch: ['**/tests/cross-browser/*.spec.ts', ofParts],
      grepInvert: /@chromium\b/,
    })),
    {
      name: 'chromium',
      testMatch: ['**/cross-browser/{ad-blocker,missing-features,reading}.spec.ts', ofParts],
    },
    { name: 'agreement', testDir: 'agreement' },
  ],
});
