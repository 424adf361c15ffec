/** esbuild plugins that patch libraries. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const displayNames = /^\w+\.displayName = .*;$/gm;
const componentCalls = /(?<!\/ )(React\d*\.(?:forwardRef|createContext|createElement|memo)\()/g;
const componentMakers = /= (createFormatted\w+\()/g;
const constantObjects = /= (new (?:Map|Set|URL|WeakMap)\()/g;

/**
 * Marks the components of React Router and React Intl as pure. Each library ships as one file, and
 * esbuild cannot tree-shake calls that may have side effects. This drops the unused forms, fetchers
 * and formatters: 6 KB.
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
 * Stubs out the legacy `renderToString`, which `react-dom/server.bun` also exports. It is unused and
 * would double the size of the server bundle.
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
 * Re-exports React's CommonJS modules as constants. esbuild would wrap them in an object of getters,
 * which adds a call for every element and every hook.
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
