import { resolve } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from '../../tools/browser.ts';

// The same fonts on every machine: other ones have other widths.
process.env.FONTCONFIG_FILE = resolve(import.meta.dirname, '../cross-browser/engines/fonts.conf');

/** Files, and tests, of what has a mouse, or a width of its own. All others are about phones. */
const ofDesktop = /\.desktop\.spec\.ts|@desktop\b/;

/** Rules for the pages of any site, what is specified for this one, and the tests of its parts in their folders. */
const ofSite = ['**/tests/browser/*.spec.ts', '**/client/**/*.spec.ts'];

/** End-to-end tests in Chromium against the real server. */
export default defineConfig({
  testDir: '../..',
  // It has the folders of builds.
  respectGitIgnore: true,
  testIgnore: '**/*.engines.spec.ts',
  projects: [
    {
      name: 'phone',
      testMatch: ofSite,
      grepInvert: ofDesktop,
      // Layout and touch are in CSS pixels. Painting seven for each takes a quarter of the suite's time.
      use: { ...devices['Pixel 10'], deviceScaleFactor: 1 },
    },
    {
      name: 'iphone',
      testMatch: '**/touch.spec.ts',
      use: { ...devices['iPhone 17'], browserName: 'chromium' },
    },
    {
      name: 'desktop',
      testMatch: ofSite,
      grep: ofDesktop,
      use: { viewport: { width: 1440, height: 900 } },
    },
    // In each of the versions that `make test-chromiums` names.
    { name: 'versions', testDir: 'versions', testMatch: '*.spec.ts' },
  ],
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? 'list' : 'line',
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    // A trace costs a fifth of the suite's time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: chromiumOptions(),
  },
});
