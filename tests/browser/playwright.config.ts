import { defineConfig } from '@playwright/test';

/** Debian's Chromium, unless `CHROMIUM` names another one. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** What visitors see and do, in Chromium, against the real server. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? 'list' : 'line',
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    },
  },
});
