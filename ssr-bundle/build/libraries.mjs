/** How libraries are made to fit; each plugin says why it is needed. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const displayNames = /^\w+\.displayName = .*;$/gm;
const componentCalls = /(?<!\/ )(React\d*\.(?:forwardRef|createContext|createElement|memo)\()/g;
const componentMakers = /= (createFormatted\w+\()/g;
const constantObjects = /= (new (?:Map|Set|URL|WeakMap)\()/g;

/**
 * React Router and React Intl ship as one file each, whose components esbuild
 * must keep, because it cannot know that creating them does nothing else. Saying
 * so lets it drop the forms, fetchers and formatters that no page uses: 6 KB
 * less to load.
 *
 * @returns {import('esbuild').Plugin}
 */
export function leanComponents() {
  const filter = /react-(router[\\/]dist[\\/].*\.mjs|intl[\\/]index\.js)$/;
  return {
    name: 'lean-components',
    setup(build) {
      build.onLoad({ filter }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const contents = source
          .replace(displayNames, '')
          .replace(componentCalls, '/* @__PURE__ */ $1')
          .replace(componentMakers, '= /* @__PURE__ */ $1')
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

/**
 * React ships as CommonJS, of which esbuild makes an object of getters: one call
 * more for every element and every hook. Its names become constants here.
 *
 * @returns {import('esbuild').Plugin}
 */
export function reactWithoutGetters() {
  const namespace = 'react-without-getters';
  return {
    name: namespace,
    setup(build) {
      build.onResolve({ filter: /^react(\/jsx-runtime)?$/ }, ({ kind, path, namespace: from }) =>
        kind === 'import-statement' && from !== namespace ? { path, namespace } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => {
        const names = Object.keys(require(path)).filter((name) => !name.startsWith('__'));
        const contents = `import whole from '${path}';
export default whole;
export const { ${names.join(', ')} } = whole;`;
        return { contents, loader: 'js', resolveDir: '.' };
      });
    },
  };
}
