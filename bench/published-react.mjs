/** esbuild options for React as published, without Marquee's treatment of it. */
import { serverOptions, sharedOptions } from '../tools/build/bundles.mjs';

const published = { 'react-dom': 'react-dom-published' };
const { plugins } = sharedOptions;

/** Options of Marquee's server bundle. */
export const publishedServerOptions = {
  ...serverOptions,
  alias: { ...serverOptions.alias, ...published },
  plugins,
  // The renderer for Bun measures its chunks with it.
  banner: { js: 'globalThis.Buffer ??= { byteLength: (text) => text.length };' },
};

/**
 * Options of a server for Node, Deno or Bun, which resolves React itself: each has an entry of its own
 * in `react-dom/server`. Bundled, React would be slower: esbuild wraps its exports in getters.
 */
export const reactServerOptions = {
  ...sharedOptions,
  alias: { ...sharedOptions.alias, ...published },
  external: ['react', ...Object.values(published)],
  entryNames: '[name]',
  outExtension: { '.js': '.mjs' },
  platform: 'node',
  target: 'es2022',
  loader: { ...sharedOptions.loader, '.css': 'empty' },
  legalComments: 'none',
};
