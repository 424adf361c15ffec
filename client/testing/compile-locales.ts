import type { TestProject } from 'vitest/node';
import { type Locale, readLocales } from '../../tools/build/locales.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    locales: Locale[];
  }
}

/**
 * Compiles the messages for all tests. esbuild, which reads the locale files, rejects jsdom's
 * `Uint8Array`, so the tests cannot do it themselves.
 */
export async function setup(project: TestProject) {
  const compile = async () => project.provide('locales', await readLocales('locales'));
  project.onTestsRerun(compile);
  await compile();
}
