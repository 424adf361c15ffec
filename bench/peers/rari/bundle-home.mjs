/**
 * Makes one client component of Marquee's tree, as Marquee's own build would:
 * rari builds neither components of the browser whose file has no directive,
 * nor pictures that such components import.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import React from 'react';
import { build } from '../../../node_modules/esbuild/lib/main.js';
import { sharedOptions } from '../../../tools/build/bundles.ts';

/**
 * The `react` of rari's runtime has `useEffectEvent`, but not among its named exports.
 *
 * @type {import('esbuild').Plugin}
 */
const namedExports = {
  name: 'named-exports',
  setup({ onResolve, onLoad }) {
    const namespace = 'named-exports';
    const external = { path: 'react', external: true };
    onResolve({ filter: /^react$/ }, ({ path, importer }) =>
      importer === path ? external : { path, namespace },
    );
    const names = Object.keys(React).filter((name) => name !== 'default');
    const contents = `import React from 'react';
      export default React;
      export const { ${names.join(', ')} } = React;`;
    onLoad({ filter: /.*/, namespace }, () => ({ contents }));
  },
};

const { outputFiles } = await build({
  ...sharedOptions,
  entryPoints: { home: '../frameworks/home.tsx' },
  outdir: 'public/assets',
  external: ['react/*', 'react-dom'],
  plugins: [...sharedOptions.plugins, namedExports],
});

await mkdir('public/assets', { recursive: true });
for (const { path, contents } of outputFiles) {
  const [extension] = /\.(js|css)$/.exec(path) ?? [];
  await writeFile(extension ? `src/home${extension}` : path, contents);
}
