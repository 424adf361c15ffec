import { createBundler } from './bundles.ts';
import { type Constants, loadConstants } from './business.ts';
import { BuildError } from './errors.ts';
import {
  compileLocales,
  compilePseudoLocales,
  type Locale,
  localeWarnings,
  readSources,
  type Source,
} from './locales.mjs';
import { writeDist } from './manifest.ts';
import { checkSvgFiles } from './svg-files.ts';
import { checkTypes } from './types.ts';

interface Options {
  /** Folder to write. */
  out: string;
  /** Folder of the languages. */
  locales: string;
  /**
   * Whether pages reload on changes, files are not compressed, and a language with errors is built as it last
   * was without.
   */
  isDevelopment: boolean;
}

/** Creates an incremental builder of the site. */
export async function createSiteBuilder({ out, locales: folder, isDevelopment }: Options) {
  const bundler = await createBundler(
    isDevelopment ? 'client/boot/entry.dev.ts' : 'client/boot/entry.ts',
  );
  /** The last sources without errors, by file. */
  const lastGood = new Map<string, Source>();

  function compile(
    sources: Source[],
    constants: Constants,
  ): { locales: Locale[]; warnings: string[] } {
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
