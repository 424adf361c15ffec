import type { TestProject } from 'vitest/node';
import { type Locale, readLocales } from '../../tools/build/locales.ts';
import * as config from '../site/config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    locales: Locale[];
  }
}

/** Compiles the messages once for all tests. */
export async function setup(project: TestProject) {
  const compile = async () => project.provide('locales', await readLocales('locales', config));
  project.onTestsRerun(compile);
  await compile();
}
