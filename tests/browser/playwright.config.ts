import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

/**
 * Default: Debian's headless shell of Chromium, which needs half of the processor time of the whole
 * browser; `tests/cross-browser` drives that one.
 */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

// The same fonts on every machine: other ones have other widths.
process.env.FONTCONFIG_FILE = fileURLToPath(
  new URL('../cross-browser/engines/fonts.conf', import.meta.url),
);

/** End-to-end tests in Chromium against the real server. */
export default defineConfig({
  projects: [
    { name: 'site', testDir: '.', testIgnore: 'tools/**' },
    // Those of the development tools, which build the site several times.
    { name: 'tools', testDir: 'tools' },
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
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    },
  },
});
