import { chromium } from '@playwright/test';

/** Starts Chromium without a window. Pictures need no more than its smaller program. */
export function launchBrowser(program = '/usr/bin/chromium-headless-shell', ...more: string[]) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? program,
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', ...more],
  });
}
