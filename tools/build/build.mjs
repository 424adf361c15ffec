/**
 * Builds `dist/` from `client/`, `ssr-bundle/` and `locales/`.
 *
 *     node tools/build/build.mjs            builds once
 *     node tools/build/build.mjs --watch    rebuilds on every change
 *     node tools/build/build.mjs --dev      adds the live-reload client
 *     node tools/build/build.mjs --out=DIR  writes to DIR instead of dist/
 *     node tools/build/build.mjs --locales=DIR  reads the locales from DIR instead of locales/
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBundler } from './bundles.mjs';
import { debounced } from './debounce.mjs';
import { formatError } from './errors.mjs';
import { compileLocales, compilePseudoLocales, readSources } from './locales.mjs';
import { writeDist } from './manifest.mjs';
import { checkSvgFiles } from './svg-files.mjs';
import { watchFolders } from './watch.mjs';

const { values: options } = parseArgs({
  options: {
    watch: { type: 'boolean', default: false },
    dev: { type: 'boolean', default: false },
    out: { type: 'string', default: 'dist' },
    locales: { type: 'string', default: 'locales' },
  },
});

const bundler = await createBundler({ reloadInBrowser: options.dev });

/** Builds everything once. Returns whether it succeeded. */
async function build() {
  const start = performance.now();
  try {
    const [sources, bundles] = await Promise.all([
      readSources(options.locales),
      bundler.build(),
      checkSvgFiles('client/assets'),
    ]);
    const translations = compileLocales(sources);
    for (const { code, missing } of translations) {
      for (const id of missing) {
        console.warn(
          `${join(options.locales, code)}.json: ${id}: missing, falling back to English`,
        );
      }
    }
    const locales = [...translations, ...compilePseudoLocales(sources)];
    const site = await writeDist(options.out, bundles, locales, {
      forProduction: !options.dev,
    });
    console.log(`built ${site.build} in ${Math.round(performance.now() - start)} ms`);
    return true;
  } catch (error) {
    console.error(formatError(error));
    return false;
  }
}

if (options.watch) {
  const rebuild = debounced(build);
  watchFolders(['client', options.locales, 'ssr-bundle'], rebuild);
  await rebuild();
} else {
  process.exitCode = (await build()) ? 0 : 1;
  await bundler.dispose();
}
