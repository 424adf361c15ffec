import { context } from 'esbuild';
import { leanComponents, leanFormatters, reactAsModules } from './libraries.mjs';
import { supportedBrowsers } from './supported-browsers.mjs';

const pictures = ['.avif', '.ico', '.jpeg', '.jpg', '.png', '.svg', '.webp'];

/**
 * Options shared by the client and server bundles. Both must give a picture the same URL, or
 * hydration would load every picture twice.
 *
 * @public `bench/peers/rari`, which knip does not check, bundles the page with them.
 * @type {import('esbuild').BuildOptions}
 */
export const sharedOptions = {
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  format: 'esm',
  jsx: 'automatic',
  define: {
    'process.env.NODE_ENV': '"production"',
    // The build formats what needs Intl, but React Intl still queries its formatters' locales, and the first query takes a browser 20 ms, a slow phone 120.
    'Intl.NumberFormat.supportedLocalesOf': 'Array.of',
    'Intl.DateTimeFormat.supportedLocalesOf': 'Array.of',
  },
  loader: Object.fromEntries(pictures.map((extension) => [extension, 'file'])),
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  publicPath: '/assets/',
  // Messages are compiled at build time, so the parser is left out of both bundles.
  alias: {
    '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
  },
  plugins: [leanComponents()],
};

/**
 * The app, and the style sheet of every page: the CSS files that the app imports.
 *
 * @type {import('esbuild').BuildOptions}
 */
const clientOptions = {
  ...sharedOptions,
  entryPoints: { hydrate: 'client/boot/hydrate.tsx', 'web-vitals': 'client/boot/web-vitals.ts' },
  outdir: 'dist/public/assets',
  platform: 'browser',
  target: supportedBrowsers(),
  // V8's explicit compile hint: Chromium compiles the whole file on a background thread while it
  // loads, instead of lazily in one long task on the main thread.
  banner: { js: '//# allFunctionsCalledOnLoad' },
  legalComments: 'external',
  plugins: [leanComponents(), leanFormatters(), reactAsModules()],
};

/**
 * The entry script, which loads the app in supported browsers. Any browser with module scripts and
 * dynamic import can parse it.
 *
 * @type {import('esbuild').BuildOptions}
 */
const firstScriptOptions = {
  ...sharedOptions,
  outdir: clientOptions.outdir ?? '',
  platform: 'browser',
  target: 'es2017',
  supported: { 'dynamic-import': true },
};

/**
 * The script that blocks the first paint: a classic one.
 *
 * @type {import('esbuild').BuildOptions}
 */
const beforePaintOptions = {
  ...firstScriptOptions,
  entryPoints: ['client/boot/before-paint.ts'],
  format: 'iife',
};

/** @type {import('esbuild').BuildOptions} */
export const serverOptions = {
  ...sharedOptions,
  entryPoints: { entry: 'ssr-bundle/entry.server.tsx' },
  entryNames: '[name]',
  outdir: 'dist/server',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  loader: { ...sharedOptions.loader, '.css': 'empty' },
  legalComments: 'none',
  // QuickJS parses a line in time quadratic in its length.
  lineLimit: 80,
  alias: {
    ...sharedOptions.alias,
    crypto: './ssr-bundle/node-stubs.ts',
    stream: './ssr-bundle/node-stubs.ts',
    util: './ssr-bundle/node-stubs.ts',
  },
  plugins: [leanComponents(), reactAsModules()],
};

/**
 * The server bundle with React as published: without `patches/`, and as esbuild bundles it. Tests and
 * benchmarks compare with it.
 *
 * @public
 * @type {import('esbuild').BuildOptions}
 */
export const publishedReactOptions = {
  ...serverOptions,
  alias: { ...serverOptions.alias, 'react-dom': 'react-dom-published' },
  plugins: [leanComponents()],
};

/** @typedef {Pick<import('esbuild').OutputFile, 'path' | 'contents'>[]} Files */

/**
 * @typedef {object} Bundles
 * @property {Files} client
 * @property {Files} server
 * @property {readonly import('../../client/app/pages.ts').Route[]} routes the site's paths, as
 *   exported by the server bundle
 */

/**
 * Creates an incremental bundler for both bundles.
 *
 * @param {string} entry the entry script
 */
export async function createBundler(entry) {
  const contexts = await Promise.all([
    context(serverOptions),
    context(clientOptions),
    context(beforePaintOptions),
    context({ ...firstScriptOptions, entryPoints: { entry } }),
  ]);

  return {
    /**
     * Builds both bundles in memory.
     *
     * @returns {Promise<Bundles>}
     */
    async build() {
      const results = await Promise.all(contexts.map((bundle) => bundle.rebuild()));
      const [server = [], ...client] = results.map(({ outputFiles }) => outputFiles ?? []);
      return { client: client.flat(), server, routes: await routesOf(server) };
    },
    async dispose() {
      await Promise.all(contexts.map((bundle) => bundle.dispose()));
    },
  };
}

/**
 * Evaluates the server bundle to read the routes it exports.
 *
 * @param {Files} server
 */
async function routesOf(server) {
  const code = server.find(({ path }) => path.endsWith('.js'));
  if (!code) throw new Error('the server bundle is missing');
  // A stub of the host: the bundle calls it only to render a page.
  Reflect.set(globalThis, 'marquee', {});
  const source = Buffer.from(code.contents).toString('base64');
  const { routes } = await import(`data:text/javascript;base64,${source}`);
  return routes;
}
