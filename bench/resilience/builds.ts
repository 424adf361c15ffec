/** Two builds of each subject, in folders of their own: the site, and the same with two changed files. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fetchRaw, fetchVersion } from '../http.ts';
import { replaceBundle } from '../prepare.ts';
import { run } from '../processes.ts';
import { folderOf, workFolder } from './folders.ts';
import { withInstance } from './instances.ts';
import { marquee, marqueeBinary, type Subject } from './subjects.ts';

const builds = ['a', 'b'];
const tree = join(workFolder, 'tree');

/** What the builds read. */
const sources = ['client', 'ssr-bundle', 'locales', 'tools', 'package.json', 'tsconfig.json'];

/** Prepares both builds of these subjects. */
export async function prepareBuilds(chosen: Subject[]) {
  rmSync(workFolder, { recursive: true, force: true });
  const has = (...ids: string[]) => chosen.some(({ id }) => ids.includes(id));
  await copyTree(['next', 'rari'].filter((id) => has(id)));
  for (const { build, root } of [
    { build: 'a', root: resolve('.') },
    { build: 'b', root: tree },
  ]) {
    const target = folderOf('marquee', build);
    copy(join(root, 'dist'), target, { except: 'engine' });
    mkdirSync(join(target, 'engine'));
    await run(marqueeBinary, ['prepare'], { env: { DIST_DIR: target } });
    if (has('next')) {
      copy(join(root, 'bench/peers/next/.next/standalone'), folderOf('next', build));
    }
    if (has('rari')) copyRari(join(root, 'bench/peers/rari'), folderOf('rari', build));
  }
  await makeLoopingBuild();
  if (has('nginx')) await makeStaticSites();
}

/** Resolves with what Marquee reports about itself: version, commit, engine. */
export function marqueeVersion() {
  return withInstance(marquee, {}, ({ healthPort }) =>
    fetchVersion(`http://127.0.0.1:${healthPort}`),
  );
}

/** A copy of the sources with a changed script and a changed style sheet, and its builds. */
async function copyTree(peers: string[]) {
  for (const source of sources) copy(source, join(tree, source));
  await linkModules('.');
  appendFileSync(
    join(tree, 'client/app/app.tsx'),
    "\nReflect.set(globalThis, 'name', 'second build');\n",
  );
  appendFileSync(join(tree, 'client/styles/tokens.css'), '\n.second-build { color: inherit; }\n');
  await run(process.execPath, ['--import', 'tsx', 'tools/build/build.ts'], { cwd: tree });
  for (const peer of peers) {
    const folder = join('bench/peers', peer);
    const output = /\/(node_modules|\.next|dist|public)$/;
    cpSync(folder, join(tree, folder), { recursive: true, filter: (path) => !output.test(path) });
    await linkModules(folder);
    await run('npm', ['--prefix', folder, 'run', '--silent', 'build'], { cwd: tree });
  }
}

/** Marquee's site, in which the render of each page in Malay never ends. */
async function makeLoopingBuild() {
  const folder = folderOf('marquee', 'loop');
  copy('dist', folder, { except: 'engine' });
  mkdirSync(join(folder, 'engine'));
  const bundle = readFileSync(join(folder, 'server/entry.js'), 'utf8');
  const looping = bundle.replace(
    /\b(\w+) as render\b/,
    (_, render) =>
      `loop as render};function loop(page,request){while(request.page.locale==="ms");return ${render}(page,request)}export{`,
  );
  await replaceBundle(folder, looping.replace('export{,', 'export{'));
  await run(marqueeBinary, ['prepare'], { env: { DIST_DIR: folder } });
}

/** Hard links: bundlers reject symbolic links that lead out of the tree. */
async function linkModules(folder: string) {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(tree, folder), { recursive: true });
  await run('cp', ['--archive', '--link', modules, join(tree, modules)]);
}

function copy(from: string, to: string, { except }: { except?: string } = {}) {
  if (!existsSync(from)) throw new Error(`${from} is missing: run \`make resilience\``);
  mkdirSync(dirname(to), { recursive: true });
  const filter = (path: string) => !except || path !== join(from, except);
  cpSync(from, to, { recursive: true, filter, verbatimSymlinks: true });
}

/** All that its server needs, by its guide: `dist/` and `node_modules/`. */
function copyRari(from: string, to: string) {
  copy(join(from, 'dist'), join(to, 'dist'));
  copy(join(from, 'package.json'), join(to, 'package.json'));
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'));
}

/** Each build's page as Marquee sends it, and its files. */
async function makeStaticSites() {
  for (const build of builds) {
    const folder = folderOf('nginx', build);
    copy(join(folderOf('marquee', build), 'public/assets'), join(folder, 'assets'));
    await withInstance(marquee, { build }, async ({ url }) => {
      const { body } = await fetchRaw(url);
      writeFileSync(join(folder, 'index.html'), body);
    });
  }
}

/** Makes a copy of a build, which may be changed. */
export function copyBuild({ id }: Subject, build: string, name: string) {
  rmSync(folderOf(id, name), { recursive: true, force: true });
  copy(folderOf(id, build), folderOf(id, name));
}

/** Adds the files of one build to the static folders of another. */
export function addFiles({ id, staticFolders }: Subject, from: string, to: string) {
  for (const folder of staticFolders) {
    const target = join(folderOf(id, to), folder);
    cpSync(join(folderOf(id, from), folder), target, { recursive: true, force: false });
  }
}

/** Returns the name of the style sheet that only this build has. */
export function ownStyleSheet({ id, staticFolders: [folder] }: Subject, build: string) {
  const filesOf = (name: string) => readdirSync(join(folderOf(id, name), folder));
  const others = builds.filter((name) => name !== build).flatMap(filesOf);
  const own = filesOf(build).find((file) => file.endsWith('.css') && !others.includes(file));
  if (!own) throw new Error(`build ${build} of ${id} has no style sheet of its own`);
  return own;
}
