/**
 * Runs the unit and component tests that stand beside the code.
 *
 *     node client/testing/run.mjs            all of them
 *     node client/testing/run.mjs carousel   those whose path says so
 */
import { spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { sharedOptions } from '../../ssr-bundle/build/bundles.mjs';

const outdir = 'tests/.build';

/** @param {string} folder */
async function testsIn(folder) {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => /\.test\.tsx?$/.test(file)).map((file) => join(folder, file));
}

const wanted = process.argv[2] ?? '';
const tests = (await Promise.all(['client', 'ssr-bundle'].map(testsIn)))
  .flat()
  .filter((file) => file.includes(wanted));

if (tests.length === 0) throw new Error(`no test's path has ${wanted} in it`);

await rm(outdir, { recursive: true, force: true });
await build({
  ...sharedOptions,
  entryPoints: tests,
  outdir,
  outbase: '.',
  write: true,
  minify: false,
  splitting: true,
  publicPath: '',
  platform: 'node',
  target: 'node20',
  sourcemap: 'inline',
  entryNames: '[dir]/[name]',
  outExtension: { '.js': '.mjs' },
  // React's development build, which warns of mistakes.
  define: { 'process.env.NODE_ENV': '"test"' },
  // Tests compile messages as the build does, with the parser.
  alias: {},
  external: ['esbuild', 'jsdom'],
  banner: {
    js: "import { createRequire as requirer } from 'node:module'; const require = requirer(import.meta.url);",
  },
});

const files = tests.map((file) => join(outdir, file.replace(/\.tsx?$/, '.mjs')));
const node = spawn(
  process.execPath,
  [
    '--enable-source-maps',
    // Node 20 still calls its mock timers experimental.
    '--disable-warning=ExperimentalWarning',
    '--import=./client/testing/dom.mjs',
    '--test',
    // A page's own timers would keep its process alive.
    '--test-force-exit',
    '--test-reporter=spec',
    ...files,
  ],
  { stdio: 'inherit' },
);
node.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
