import { defineConfig } from '@playwright/test';
import shared from '../browser/playwright.config.ts';

/** Takes the pictures of `gallery/`; see `gallery.spec.ts`. */
export default defineConfig({
  ...shared,
  testDir: '.',
  outputDir: '../../test-results/gallery',
  globalTeardown: './write-index.ts',
});
