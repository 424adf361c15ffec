import { context } from 'esbuild';
import { leanRenderer } from './lean-renderer.mjs';
import { leanComponents, noLegacyRenderer, reactWithoutGetters } from './libraries.mjs';
import { supportedBrowsers } from './supported-browsers.mjs';

const pictures = ['.avif', '.ico', '.jpg', '.png', '.svg', '.webp'];

/**
 * What both bundles share. The picture addresses must agree, or hydration
 * would load every picture twice.
 *
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
    // The build refuses messages whose format depends on Intl's data. React Intl asks all the same
    // which languages that has, and a browser's first response takes 20 ms, on a slow phone 120.
    'Intl.NumberFormat.supportedLocalesOf': 'Array.of',
    'Intl.DateTimeFormat.supportedLocalesOf': 'Array.of',
  },
  loader: Object.fromEntries(pictures.map((extension) => [extension, 'file'])),
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  publicPath: '/assets/',
  // Messages are compiled by the build, so no page needs the parser.
  alias: {
    '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
  },
  plugins: [leanComponents()],
};

/**
 * The app, and the style sheet, which serves every page from the start.
 *
 * @type {import('esbuild').BuildOptions}
 */
const clientOptions = {
  ...sharedOptions,
  entryPoints: { hydrate: 'client/hydrate.tsx', entry: 'client/styles/index.css' },
  outdir: 'dist/public/assets',
  platform: 'browser',
  target: supportedBrowsers(),
  // V8's compile hint: Chromium compiles the file beside the page while it loads; otherwise it would
  // compile React when it is called, in one long task.
  banner: { js: '//# allFunctionsCalledOnLoad' },
  legalComments: 'external',
};

/**
 * The first script, which decides whether a browser gets the app: any browser that knows module
 * scripts and dynamic import can parse it.
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

/** @type {import('esbuild').BuildOptions} */
export const serverOptions = {
  ...sharedOptions,
  entryPoints: { entry: 'ssr-bundle/entry.server.tsx' },
  entryNames: '[name]',
  outdir: 'dist/server',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  legalComments: 'none',
  // The engine's parser slows down with the square of a line's length.
  lineLimit: 80,
  alias: {
    ...sharedOptions.alias,
    crypto: './ssr-bundle/node-stubs.ts',
    stream: './ssr-bundle/node-stubs.ts',
    util: './ssr-bundle/node-stubs.ts',
  },
  plugins: [leanComponents(), noLegacyRenderer(), reactWithoutGetters(), leanRenderer()],
};

/** @typedef {Pick<import('esbuild').OutputFile, 'path' | 'contents'>[]} Files */

/**
 * @typedef {object} Bundles
 * @property {Files} client
 * @property {Files} server
 * @property {readonly import('../../client/app/pages.ts').Route[]} routes the list of the site's
 *   paths, which the server bundle exports
 */

/**
 * A bundler for both bundles that is quick the second time.
 *
 * @param {{ reloadInBrowser: boolean }} options
 */
export async function createBundler({ reloadInBrowser }) {
  const entry = reloadInBrowser ? 'client/entry.dev.ts' : 'client/entry.client.ts';
  const contexts = await Promise.all([
    context(serverOptions),
    context(clientOptions),
    context({ ...firstScriptOptions, entryPoints: { entry } }),
  ]);

  return {
    /**
     * The files of both bundles, in memory.
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
 * Evaluates the server bundle, for its list of routes.
 *
 * @param {Files} server
 */
async function routesOf(server) {
  const code = server.find(({ path }) => path.endsWith('.js'));
  if (!code) throw new Error('there is no server bundle');
  // The host, of which the bundle wants nothing until it renders a page.
  Reflect.set(globalThis, 'marquee', {});
  const source = Buffer.from(code.contents).toString('base64');
  const { routes } = await import(`data:text/javascript;base64,${source}`);
  return routes;
}
