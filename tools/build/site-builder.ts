import { readFile, writeFile } from 'node:fs/promises';
import { MessageError } from '../messages/findings.ts';
import { type Language, readLanguages } from '../messages/language.ts';
import type { Parts } from './budgets.ts';
import { createBundler } from './bundles.ts';
import { BuildError } from './errors.ts';
import {
  compileLocales,
  compilePseudoLocales,
  declareValues,
  type Locale,
  localeWarnings,
  siteConstants,
} from './locales.ts';
import { sizeErrors, writeDist } from './manifest.ts';
import { loadSiteConfig, pathErrors, type SiteConfig, undefinedProperties } from './site-config.ts';
import { checkSvgFiles } from './svg-files.ts';
import { checkTypes } from './types.ts';

interface Options {
  /** Folder to write. */
  out: string;
  /** Folder of the languages. */
  locales: string;
  /**
   * Whether pages reload on changes, files are not compressed, missing translations are English, and a language
   * with errors is built as it last was without.
   */
  isDevelopment: boolean;
}

/** Writes a file if its text is another one. */
async function replaceFile(path: string, text: string) {
  const before = await readFile(path, 'utf8').catch(() => '');
  if (before !== text) await writeFile(path, text);
}

/** Creates an incremental builder of the site. */
export async function createSiteBuilder({ out, locales: folder, isDevelopment }: Options) {
  const bundler = await createBundler({ isDevelopment });
  /** The last languages without errors, by file. */
  const lastGood = new Map<string, Language>();
  let production: typeof bundler | undefined;
  let partsWithinLimits: Parts | undefined;

  function compile(
    languages: Language[],
    config: SiteConfig,
  ): { locales: Locale[]; warnings: string[] } {
    const constants = siteConstants(config);
    try {
      const locales = [
        ...compileLocales(languages, constants, config.firstLanguages, isDevelopment),
        ...compilePseudoLocales(languages, constants),
      ];
      for (const language of languages) lastGood.set(language.file, language);
      return { locales, warnings: localeWarnings(languages) };
    } catch (error) {
      if (!isDevelopment || !(error instanceof MessageError)) throw error;
      const { files } = error;
      const others = languages.map(
        (it) => (files.includes(it.file) && lastGood.get(it.file)) || it,
      );
      if (others.every((other, index) => other === languages[index])) throw error;
      return compile(others, config);
    }
  }

  return {
    /** Builds the site once. Returns its build id, and its warnings. */
    async build() {
      const [languages, config] = await Promise.all([readLanguages(folder), loadSiteConfig()]);
      const { locales, warnings } = compile(languages, config);
      await replaceFile('client/language/message-values.d.ts', declareValues(locales));
      const [bundles] = await Promise.all([
        bundler.build(),
        checkSvgFiles('client'),
        // The development server checks them after it has shown the page.
        isDevelopment || checkTypes(),
      ]);
      const sourcesOf = (extension: string) =>
        bundles.client
          .filter(({ path }) => path.endsWith(extension))
          .map(({ contents }) => `${Buffer.from(contents)}`)
          .join();
      const errors = [
        ...pathErrors(bundles.routes, config.linkPath),
        ...undefinedProperties(sourcesOf('.css'), sourcesOf('.js')).map(
          (name) => `${name}: the style sheet uses it, and nothing defines it`,
        ),
      ];
      if (errors.length > 0) throw new BuildError(errors);
      const site = await writeDist(out, bundles, locales, config, {
        forProduction: !isDevelopment,
      });
      return { build: site.build, warnings: [...bundles.warnings, ...warnings] };
    },
    /** Returns which limits of bytes `make build` would find exceeded. */
    async sizeErrors() {
      production ??= await createBundler({ isDevelopment: false });
      const bundles = await production.build();
      const errors = await sizeErrors(bundles, await loadSiteConfig(), partsWithinLimits);
      if (errors.length === 0) partsWithinLimits = bundles.parts;
      return errors;
    },
    async dispose() {
      await Promise.all([bundler.dispose(), production?.dispose()]);
    },
  };
}
