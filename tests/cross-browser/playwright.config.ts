import { defineConfig } from '@playwright/test';

/** Tests in all engines against the real server. Playwright is only the test runner. */
export default defineConfig({
  testDir: '.',
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
      testMatch: '*.spec.ts',
      testIgnore: '{agreement,screenshots}/**',
      grepInvert: /@chromium\b/,
    })),
    {
      name: 'chromium',
      testMatch: '{ad-blocker,language,missing-features,reading,visits,welcome}.spec.ts',
    },
    { name: 'agreement', testDir: 'agreement' },
  ],
});
