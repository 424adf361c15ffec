import { chromium } from '@playwright/test';

/**
 * Options of Chromium without a window. The default is Debian's smaller program, which needs half of the
 * processor time of the whole browser.
 */
export const chromiumOptions = (program = 'chromium-headless-shell', ...more: string[]) => ({
  executablePath: process.env.CHROMIUM ?? `/usr/bin/${program}`,
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', ...more],
});

export function launchBrowser(...options: Parameters<typeof chromiumOptions>) {
  return chromium.launch(chromiumOptions(...options));
}
