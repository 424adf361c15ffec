/** How libraries are made to fit; each plugin says why it is needed. */
import { readFile } from 'node:fs/promises';

const displayNames = /^\w+\.displayName = .*;$/gm;
const componentCalls = /(?<!\/ )(React\d*\.(?:forwardRef|createContext|createElement|memo)\()/g;
const constantObjects = /= (new (?:Map|Set|URL|WeakMap)\()/g;

/**
 * React Router ships as one file whose components esbuild must keep, because
 * it cannot know that creating them does nothing else. Saying so lets it drop
 * the forms, fetchers and prefetching that no page uses: 5 KB less to load.
 *
 * @returns {import('esbuild').Plugin}
 */
export function leanReactRouter() {
  return {
    name: 'lean-react-router',
    setup(build) {
      build.onLoad({ filter: /react-router[\\/]dist[\\/].*\.mjs$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = source
          .replace(displayNames, '')
          .replace(componentCalls, '/* @__PURE__ */ $1')
          .replace(constantObjects, '= /* @__PURE__ */ $1');
        return { contents, loader: 'js' };
      });
    },
  };
}

/**
 * `react-dom/server.bun` also exports the older renderer that gathers the page
 * in one string. Nothing calls it, and it would double the server bundle.
 *
 * @returns {import('esbuild').Plugin}
 */
export function noLegacyRenderer() {
  const namespace = 'no-legacy-renderer';
  return {
    name: namespace,
    setup(build) {
      build.onResolve({ filter: /react-dom-server-legacy/ }, ({ path }) => ({ path, namespace }));
      build.onLoad({ filter: /.*/, namespace }, () => ({ contents: 'module.exports = {};' }));
    },
  };
}
