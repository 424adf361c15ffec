/** The builds that are served: copies of `dist/`, with the engine caches of both engines. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { publishedReactOptions, serverOptions } from '../tools/build/bundles.mjs';
import { OutputFiles } from '../tools/build/output-files.mjs';
import { run } from './processes.mjs';
import { reactServerOptions } from './published-react.mjs';
import { dist, folder, marquees, publishedDist, reactServers } from './servers.mjs';

/** The site with the page of the table measure as its server bundle. */
export const tableDist = join(folder, 'table');

export async function prepare() {
  if (!existsSync('dist/site.json')) throw new Error('dist/ is missing: run `make build`');
  const copies = [dist, tableDist, publishedDist];
  for (const copy of copies) {
    rmSync(copy, { recursive: true, force: true });
    cpSync('dist', copy, { recursive: true, filter: (path) => path !== 'dist/engine' });
    mkdirSync(join(copy, 'engine'));
  }
  const table = { ...serverOptions, entryPoints: { entry: 'bench/table/entry.tsx' } };
  await replaceBundle(tableDist, await bundle(table));
  await replaceBundle(publishedDist, await bundle(publishedReactOptions));
  await bundleReactServers();
  for (const copy of copies) {
    for (const { needs } of marquees) await run(needs, ['prepare'], { env: { DIST_DIR: copy } });
  }
}

/** Returns the script of a bundle: its other files are those of `dist/`. */
async function bundle(options) {
  const { outputFiles } = await build(options);
  return outputFiles.find(({ path }) => /\.m?js$/.test(path)).contents;
}

async function replaceBundle(copy, script) {
  const manifest = join(copy, 'site.json');
  const site = JSON.parse(readFileSync(manifest, 'utf8'));
  const files = new OutputFiles();
  files.add(site.entry, script);
  Object.assign(site.digests, files.digests());
  files.add('site.json', JSON.stringify(site));
  await files.write(copy);
}

async function bundleReactServers() {
  mkdirSync(reactServers, { recursive: true });
  for (const name of ['node', 'deno', 'bun']) {
    const options = { ...reactServerOptions, entryPoints: [`bench/peers/react/${name}.tsx`] };
    const script = await bundle({ ...options, outdir: reactServers });
    writeFileSync(join(reactServers, `${name}.mjs`), script);
  }
}
