import { readFile } from 'node:fs/promises';
import { basename, dirname, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { contentHash } from './output-files.ts';

/**
 * CSS modules whose class names depend on the file alone: esbuild numbers or shortens them in each bundle, so that
 * server and client would disagree.
 */
export function cssModules(): Plugin {
  /** Style sheets by the path of their module, with the names as they are served. */
  const styles = new Map<string, string>();
  return {
    name: 'css-modules',
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /\.module\.css$/ }, async ({ path }) => {
        const { names, css, errors } = await compileModule(path);
        for (const { location } of errors) if (location) location.file = relative('.', path);
        styles.set(path, css);
        const contents = `import ${JSON.stringify(`styles-of:${path}`)};\n${names}`;
        return { contents, errors, loader: 'js', resolveDir: dirname(path) };
      });
      onResolve({ filter: /^styles-of:/ }, ({ path }) => ({
        path: `${path.slice('styles-of:'.length)}.css`,
        namespace: 'css-module',
        sideEffects: true,
      }));
      onLoad({ filter: /.*/, namespace: 'css-module' }, ({ path }) => ({
        contents: styles.get(path.slice(0, -'.css'.length)) ?? '',
        loader: 'default',
        resolveDir: dirname(path),
      }));
    },
  };
}

/** Compiles a CSS module to a script that exports its names, and a style sheet. */
async function compileModule(path: string) {
  const text = await readFile(path, 'utf8');
  // esbuild begins the names with that of the file; of two with the same name, the contents may be the same.
  const hash = contentHash(`${relative('.', path)}\n${text}`);
  const name = `${basename(path, '.module.css')}-${hash}`;
  const { outputFiles, warnings } = await build({
    stdin: { contents: 'export { default } from "module"', loader: 'js' },
    bundle: true,
    format: 'esm',
    write: false,
    outdir: '.',
    logLevel: 'silent',
    plugins: [
      {
        name: 'module',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^module$/ }, () => ({ path: name, namespace: 'module' }));
          onLoad({ filter: /.*/, namespace: 'module' }, () => ({
            contents: text,
            loader: 'local-css',
            resolveDir: dirname(path),
          }));
          // Resolved where the style sheet is bundled.
          onResolve({ filter: /.*/ }, ({ kind, path }) =>
            kind === 'url-token' ? { path, external: true } : undefined,
          );
        },
      },
    ],
  });
  const output = (extension: string) =>
    outputFiles.find((file) => file.path.endsWith(extension))?.text ?? '';
  // esbuild warns of broken CSS, which engines read differently.
  return { names: output('.js'), css: output('.css'), errors: warnings };
}
