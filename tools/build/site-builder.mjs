import { createBundler } from './bundles.mjs';
import { loadConstants } from './business.mjs';
import { BuildError } from './errors.mjs';
import { compileLocales, compilePseudoLocales, localeWarnings, readSources } from './locales.mjs';
import { writeDist } from './manifest.mjs';
import { checkSvgFiles } from './svg-files.mjs';
import { checkTypes } from './types.mjs';

/** @typedef {import('./locales.mjs').Source} Source */

/**
 * Creates an incremental builder of the site.
 *
 * @param {object} options
 * @param {string} options.out folder to write
 * @param {string} options.locales folder of the languages
 * @param {boolean} options.isDevelopment whether pages reload on changes, files are not compressed,
 *   and a language with errors is built as it last was without
 */
export async function createSiteBuilder({ out, locales: folder, isDevelopment }) {
  const bundler = await createBundler(
    isDevelopment ? 'client/boot/entry.dev.ts' : 'client/boot/entry.ts',
  );
  /** @type {Map<string, Source>} the last sources without errors, by file */
  const lastGood = new Map();

  /**
   * @param {Source[]} sources
   * @param {import('./business.mjs').Constants} constants
   * @returns {{ locales: import('./locales.mjs').Locale[], warnings: string[] }}
   */
  function compile(sources, constants) {
    try {
      const locales = [
        ...compileLocales(sources, constants),
        ...compilePseudoLocales(sources, constants),
      ];
      for (const source of sources) lastGood.set(source.file, source);
      return { locales, warnings: localeWarnings(sources) };
    } catch (error) {
      if (!isDevelopment || !(error instanceof BuildError)) throw error;
      const { files } = error;
      const others = sources.map((it) => (files.includes(it.file) && lastGood.get(it.file)) || it);
      if (others.every((other, index) => other === sources[index])) throw error;
      return compile(others, constants);
    }
  }

  return {
    /** Builds the site once. Returns its build id, and what is missing or out of date. */
    async build() {
      const [sources, constants, bundles] = await Promise.all([
        readSources(folder),
        loadConstants(),
        bundler.build(),
        checkSvgFiles('client/assets'),
        // The development server checks them after it has shown the page.
        isDevelopment || checkTypes(),
      ]);
      const { locales, warnings } = compile(sources, constants);
      const site = await writeDist(out, bundles, locales, { forProduction: !isDevelopment });
      return { build: site.build, warnings };
    },
    dispose: bundler.dispose,
  };
}
