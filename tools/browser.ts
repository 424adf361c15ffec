import { chromium } from '@playwright/test';

/** Starts the browser of pictures: Chromium without a window. */
export function launchBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
  });
}
