/** The builds that are served: copies of `dist/`, with the snapshots of both engines. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { serverWith, sharedOptions } from '../tools/build/bundles.ts';
import { fastReact } from '../tools/build/libraries.ts';
import { OutputFiles } from '../tools/build/output-files.ts';
import { run } from './processes.ts';
import { copyBuild, dist, marquees, publishedDist, reactServers } from './servers.ts';

export async function prepare() {
  if (!existsSync('dist/site.json')) throw new Error('dist/ is missing: run `make build`');
  const copies = [dist, publishedDist];
  for (const copy of copies) {
    rmSync(copy, { recursive: true, force: true });
    copyBuild('dist', copy);
  }
  // With React as published, in ES modules like the rest: Node, Deno and Bun load React's CommonJS modules
  // without the getters that esbuild would wrap them in.
  await replaceBundle(publishedDist, await bundle(serverWith(fastReact(null))));
  await bundleReactServers();
  for (const copy of copies) {
    for (const { needs } of marquees) await run(needs, ['prepare'], { env: { DIST_DIR: copy } });
  }
}

/** Returns the script of a bundle: its other files are those of `dist/`. */
async function bundle(options: BuildOptions) {
  const { outputFiles = [] } = await build(options);
  const script = outputFiles.find(({ path }) => /\.m?js$/.test(path));
  if (!script) throw new Error('the bundle has no script');
  return script.contents;
}

/** Replaces the server bundle of a build. */
export async function replaceBundle(copy: string, script: Uint8Array | string) {
  const manifest = join(copy, 'site.json');
  const site = JSON.parse(readFileSync(manifest, 'utf8'));
  const files = new OutputFiles();
  files.add(site.entry, script);
  Object.assign(site.digests, files.digests());
  files.add('site.json', JSON.stringify(site));
  await files.write(copy);
}

/**
 * Servers of React as published for Node, Deno and Bun, which resolve React themselves: each has an entry
 * of its own in `react-dom/server`. Bundled, React would be slower: esbuild wraps its exports in getters.
 */
const reactServerOptions: BuildOptions = {
  ...sharedOptions,
  external: ['react', 'react-dom'],
  outExtension: { '.js': '.mjs' },
  platform: 'node',
  target: 'es2022',
  loader: { ...sharedOptions.loader, '.css': 'empty' },
  legalComments: 'none',
};

async function bundleReactServers() {
  mkdirSync(reactServers, { recursive: true });
  for (const name of ['node', 'deno', 'bun']) {
    const options = { ...reactServerOptions, entryPoints: [`bench/peers/react/${name}.tsx`] };
    const script = await bundle({ ...options, outdir: reactServers });
    writeFileSync(join(reactServers, `${name}.mjs`), script);
  }
}
