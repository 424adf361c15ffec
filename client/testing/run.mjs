/**
 * Runs the unit and component tests.
 *
 *     node client/testing/run.mjs            runs all tests
 *     node client/testing/run.mjs carousel   runs tests with a matching path
 */
import { spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { serverOptions, sharedOptions } from '../../tools/build/bundles.mjs';

const outdir = 'tests/.build';

/** @param {string} folder */
async function testsIn(folder) {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => /\.test\.tsx?$/.test(file)).map((file) => join(folder, file));
}

const wanted = process.argv[2] ?? '';
const tests = (await Promise.all(['client', 'ssr-bundle', 'tools'].map(testsIn)))
  .flat()
  .filter((file) => file.includes(wanted));

if (tests.length === 0) throw new Error(`no test path matches ${wanted}`);

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
  loader: serverOptions.loader ?? {},
  sourcemap: 'inline',
  entryNames: '[dir]/[name]',
  outExtension: { '.js': '.mjs' },
  // React's development build, for its warnings.
  define: { 'process.env.NODE_ENV': '"test"' },
  // Tests compile messages, so they need the parser.
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
    // Mock timers are experimental in Node 20.
    '--disable-warning=ExperimentalWarning',
    '--import=./client/testing/dom.mjs',
    '--test',
    // Pending timers of pages would keep the process running.
    '--test-force-exit',
    '--test-reporter=spec',
    ...files,
  ],
  { stdio: 'inherit' },
);
node.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
