import { defineConfig } from '@playwright/test';
import shared from '../../tests/browser/playwright.config.ts';

/** Takes the screenshots of `gallery/`. */
export default defineConfig({
  ...shared,
  testDir: '.',
  outputDir: '../../test-results/gallery',
  globalTeardown: './write-index.ts',
});
