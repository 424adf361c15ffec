import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { test } from 'vitest';
import { serverOptions } from './bundles.ts';
import { fastReact, leanComponents, toModule } from './libraries.ts';

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
