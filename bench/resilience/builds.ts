/** What Marquee serves: its site, and the same with a page that loops. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceBundle } from '../prepare.ts';
import { run } from '../processes.ts';
import { copyBuild } from '../servers.ts';
import { loopingSite, marqueeProgram, site, workFolder } from './subjects.ts';

export async function prepareSites() {
  rmSync(workFolder, { recursive: true, force: true });
  await prepareSite(site);
  await prepareSite(loopingSite, replaceRender);
}

/** Copies `dist/` without its snapshots, and makes a new one. */
async function prepareSite(folder: string, change = async (_: string) => {}) {
  if (!existsSync('dist')) throw new Error('dist/ is missing: run `make resilience`');
  copyBuild('dist', folder);
  await change(folder);
  await run(marqueeProgram, ['prepare'], { env: { DIST_DIR: folder } });
}

/** The render of each page in Malay never ends. */
async function replaceRender(folder: string) {
  const bundle = readFileSync(join(folder, 'server/entry.js'), 'utf8');
  const looping = bundle.replace(
    /\b(\w+) as render\b/,
    (_, render) =>
      `loop as render};function loop(page,request){while(request.page.locale==="ms");return ${render}(page,request)}export{`,
  );
  await replaceBundle(folder, looping.replace('export{,', 'export{'));
}
