/** The builds that are served: copies of `dist/`, with the engine caches of both engines. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { serverOptions } from '../tools/build/bundles.mjs';
import { run } from './processes.mjs';
import { dist, folder, marquees } from './servers.mjs';

/** The site with the page of the table measure as its server bundle. */
export const tableDist = join(folder, 'table');

export async function prepare() {
  if (!existsSync('dist/site.json')) throw new Error('dist/ is missing: run `make build`');
  for (const copy of [dist, tableDist]) {
    rmSync(copy, { recursive: true, force: true });
    cpSync('dist', copy, { recursive: true, filter: (path) => path !== 'dist/engine' });
    mkdirSync(join(copy, 'engine'));
  }
  await bundleTable();
  for (const copy of [dist, tableDist]) {
    for (const { needs } of marquees) await run(needs, ['prepare'], { env: { DIST_DIR: copy } });
  }
}

async function bundleTable() {
  const { outputFiles } = await build({
    ...serverOptions,
    entryPoints: { entry: 'bench/table/entry.tsx' },
  });
  const [script] = outputFiles.filter(({ path }) => path.endsWith('.js'));
  writeFileSync(join(tableDist, 'server/entry.js'), script.contents);
}
