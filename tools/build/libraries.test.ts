import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { test } from 'vitest';
import { serverOptions, sharedOptions } from './bundles.ts';
import { fastReact, leanComponents, toModule } from './libraries.ts';

const require = createRequire(import.meta.url);

/** React's modules, and their files. */
const modules = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
};

/** Bundles a script. Returns its text. */
async function bundle(contents: string, plugins: Plugin[]): Promise<string> {
  const { outputFiles = [] } = await build({
    ...sharedOptions,
    stdin: { contents, resolveDir: '.' },
    outdir: 'dist',
    logLevel: 'silent',
    plugins,
  });
  return outputFiles[0]?.text ?? '';
}

test("React's modules have the same exports as ES modules", async () => {
  const names = Object.keys(modules);
  const script = names.map((name, place) => `export * as module${place} from '${name}';`).join('');
  const text = await bundle(script, [fastReact()]);
  const bundled = await import(`data:text/javascript,${encodeURIComponent(text)}`);

  const typesOf = (exports: object) =>
    Object.entries(exports)
      .map(([name, value]) => `${name}: ${typeof value}`)
      .sort();
  for (const [place, [name, file]] of Object.entries(modules).entries()) {
    const { default: whole, ...exports } = bundled[`module${place}`];
    const [scope = ''] = file.split('/');
    const original = require(join(dirname(require.resolve(scope)), file.slice(scope.length)));
    assert.deepEqual(typesOf(exports), typesOf(original), name);
    assert.deepEqual(typesOf(whole), typesOf(original), name);
  }
});

for (const source of [
  'module.exports = {};',
  'exports["name"] = 1;',
  'function late() { return require("react"); }',
]) {
  test(`A module of React is bundled as published if it has: ${source}`, () => {
    assert.equal(toModule(source), null);
  });
}

test('React is bundled as published, with a warning, where the patch does not apply', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-react-'));
  const patch = await readFile('tools/build/react.patch', 'utf8');
  const [, anchor = ''] = /^ (.*;)$/m.exec(patch) ?? [];
  async function bundledWith(name: string, text: string) {
    const file = join(folder, name);
    await writeFile(file, text);
    const { outputFiles, warnings } = await build({
      ...serverOptions,
      entryPoints: [],
      stdin: { contents: "export * from 'react-dom/server.bun';", resolveDir: '.' },
      write: false,
      logLevel: 'silent',
      plugins: [fastReact(file)],
    });
    return { script: outputFiles[0]?.text, warnings: warnings.map((warning) => warning.text) };
  }
  const [patched, published, other] = [
    await bundledWith('react.patch', patch),
    await bundledWith('none', ''),
    await bundledWith('outdated', patch.replace(` ${anchor}`, ' other();')),
  ];
  await rm(folder, { recursive: true });
  assert.deepEqual(patched.warnings, []);
  assert.notEqual(patched.script, published.script);
  assert.match(other.warnings.join(), /outdated does not apply to .*react-dom-server/);
  assert.equal(other.script, published.script);
});

test('A changed React Router is bundled with a warning', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-router-'));
  const file = join(folder, 'react-router', 'index.js');
  await mkdir(dirname(file));
  await writeFile(file, 'export const changed = 1;');
  const { outputFiles, warnings } = await build({
    entryPoints: [file],
    write: false,
    logLevel: 'silent',
    plugins: [leanComponents()],
  });
  await rm(folder, { recursive: true });
  assert.match(outputFiles[0]?.text ?? '', /changed = 1/);
  assert.match(warnings.map(({ text }) => text).join(), /react-router has changed/);
});
