/** esbuild options for servers of React as published. */
import { sharedOptions } from '../tools/build/bundles.mjs';

const published = { 'react-dom': 'react-dom-published' };

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
