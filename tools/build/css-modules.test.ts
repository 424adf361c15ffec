import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, test } from 'vitest';
import { serverOptions, sharedOptions } from './bundles.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'css-modules-'));
  for (const name of ['one', 'other']) mkdirSync(join(folder, name));
});

afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

/** Bundles a script for the server, and for the client with another module before. Returns both and the style sheet. */
async function bundles() {
  const bundle = async (entry: string, options: typeof sharedOptions) => {
    const entryPoints = [join(folder, entry)];
    const { outputFiles } = await build({ ...options, entryPoints, outdir: folder });
    return (extension: string) =>
      outputFiles?.find(({ path }) => path.endsWith(extension))?.text ?? '';
  };
  const server = await bundle('server.js', serverOptions);
  const client = await bundle('client.js', sharedOptions);
  return { server: server('.js'), client: client('.js'), styles: client('.css') };
}

test('server and client have the names of a CSS module that are in the style sheet', async () => {
  write('one/card.module.css', '.title { color: red; background: url(./one.svg) }');
  write('one/one.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write('other/card.module.css', '.title { color: blue }');
  write('server.js', "import one from './one/card.module.css'; console.log(one.title);");
  write(
    'client.js',
    "import other from './other/card.module.css'; import './server.js'; console.log(other.title);",
  );
  const { server, client, styles } = await bundles();
  const names = (text: string) => [...new Set(text.match(/card_\w+_title/g))];
  assert.equal(names(server).length, 1);
  assert.equal(names(styles).length, 2);
  assert.deepEqual(names(client).sort(), names(styles).sort());
  assert.ok(names(styles).includes(String(names(server)[0])));
  assert.match(styles, /url\("?\/assets\/one-\w+\.svg/);
});

test('a mistake in a CSS module is reported with its file and line', async () => {
  write('one/card.module.css', '.title {\n  color: red;\n}}');
  write('client.js', "import one from './one/card.module.css'; console.log(one.title);");
  await assert.rejects(
    build({ ...sharedOptions, entryPoints: [join(folder, 'client.js')], outdir: folder }),
    /one\/card\.module\.css:3:1: ERROR: .*Unexpected "}"/s,
  );
});
