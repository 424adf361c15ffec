import { defineConfig } from '@playwright/test';
import { engineNames } from '../engines/engines.ts';
import shared from '../playwright.config.ts';
import { folder } from './options.ts';

/** Takes screenshots in every engine. Options: `options.ts`. */
export default defineConfig({
  ...shared,
  projects: engineNames.map((name) => ({ name })),
  testDir: '.',
  outputDir: `${folder}/failed`,
  globalTeardown: './write-index.ts',
});
