/** What the subjects serve: Marquee's site, the same with a page that loops, and its page as a static file. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchRaw, fetchVersion } from '../http.ts';
import { replaceBundle } from '../prepare.ts';
import { run } from '../processes.ts';
import { copyBuild } from '../servers.ts';
import { withInstance } from './instances.ts';
import { loopingSite, marquee, marqueeBinary, site, staticSite, workFolder } from './subjects.ts';

/** Prepares what is served, and resolves with what Marquee reports about itself: version, commit, engine. */
export async function prepareSites() {
  rmSync(workFolder, { recursive: true, force: true });
  await prepareSite(site);
  await prepareSite(loopingSite, replaceRender);
  return withInstance(marquee, {}, async ({ url, healthPort }) => {
    mkdirSync(staticSite);
    writeFileSync(join(staticSite, 'index.html'), (await fetchRaw(url)).body);
    return fetchVersion(`http://127.0.0.1:${healthPort}`);
  });
}

/** Copies `dist/` without its engine caches, and makes new ones. */
async function prepareSite(folder: string, change = async (_: string) => {}) {
  if (!existsSync('dist')) throw new Error('dist/ is missing: run `make resilience`');
  copyBuild('dist', folder);
  await change(folder);
  await run(marqueeBinary, ['prepare'], { env: { DIST_DIR: folder } });
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
