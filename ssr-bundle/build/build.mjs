/**
 * Builds `dist/` from `client/`, `ssr-bundle/` and `locales/`.
 *
 *     node ssr-bundle/build/build.mjs            build once
 *     node ssr-bundle/build/build.mjs --watch    and again on every change
 *     node ssr-bundle/build/build.mjs --dev      with the browser's reload listener
 *     node ssr-bundle/build/build.mjs --out=DIR  into another folder than dist/
 *     node ssr-bundle/build/build.mjs --locales=DIR  with other languages than those in locales/
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBundler } from './bundles.mjs';
import { afterBursts } from './bursts.mjs';
import { describe } from './faults.mjs';
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

/** Builds everything once, and tells whether it went well. */
async function build() {
  const start = performance.now();
  try {
    const [sources, bundles] = await Promise.all([
      readSources(options.locales),
      bundler.build(),
      checkSvgFiles('client/assets'),
    ]);
    const spoken = compileLocales(sources);
    for (const { code, missing } of spoken) {
      for (const id of missing) {
        console.warn(`${join(options.locales, code)}.json: ${id}: missing, so English`);
      }
    }
    const locales = [...spoken, ...compilePseudoLocales(sources)];
    const site = await writeDist(options.out, bundles, locales, {
      forVisitors: !options.dev,
    });
    console.log(`built ${site.build} in ${Math.round(performance.now() - start)} ms`);
    return true;
  } catch (error) {
    console.error(describe(error));
    return false;
  }
}

if (options.watch) {
  const buildAgain = afterBursts(build);
  watchFolders(['client', options.locales, 'ssr-bundle'], buildAgain);
  await buildAgain();
} else {
  process.exitCode = (await build()) ? 0 : 1;
  await bundler.dispose();
}
