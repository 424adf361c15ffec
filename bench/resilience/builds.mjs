/** Two builds of each subject, in folders of their own: the site, and the same with two changed files. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fetchRaw } from '../http.mjs';
import { run } from '../processes.mjs';
import { folderOf, workFolder } from './folders.mjs';
import { withInstance } from './instances.mjs';
import { marqueeBinary, subjects } from './subjects.mjs';

const [marquee] = subjects;
const builds = ['a', 'b'];
const tree = join(workFolder, 'tree');

/** What the builds read. */
const sources = ['client', 'ssr-bundle', 'locales', 'tools', 'package.json', 'tsconfig.json'];

/** Prepares both builds of these subjects. */
export async function prepareBuilds(chosen) {
  rmSync(workFolder, { recursive: true, force: true });
  const has = (...ids) => chosen.some(({ id }) => ids.includes(id));
  await copyTree(['next', 'rari'].filter((id) => has(id)));
  for (const [build, root] of [
    ['a', resolve('.')],
    ['b', tree],
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
  if (has('nginx')) await makeStaticSites();
}

/** Resolves with what Marquee reports about itself: version, commit, engine. */
export function marqueeVersion() {
  return withInstance(marquee, {}, async ({ healthPort }) => {
    const { body } = await fetchRaw(`http://127.0.0.1:${healthPort}/version`);
    return JSON.parse(body);
  });
}

/** A copy of the sources with a changed script and a changed style sheet, and its builds. */
async function copyTree(peers) {
  for (const source of sources) copy(source, join(tree, source));
  await linkModules('.');
  appendFileSync(join(tree, 'client/app/app.tsx'), "\nglobalThis.name = 'second build';\n");
  appendFileSync(join(tree, 'client/styles/tokens.css'), '\n.second-build { color: inherit; }\n');
  await run(process.execPath, ['tools/build/build.mjs'], { cwd: tree });
  for (const peer of peers) {
    const folder = join('bench/peers', peer);
    const output = /\/(node_modules|\.next|dist|public)$/;
    cpSync(folder, join(tree, folder), { recursive: true, filter: (path) => !output.test(path) });
    await linkModules(folder);
    await run('npm', ['--prefix', folder, 'run', '--silent', 'build'], { cwd: tree });
  }
}

/** Hard links: bundlers reject symbolic links that lead out of the tree. */
async function linkModules(folder) {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(tree, folder), { recursive: true });
  await run('cp', ['--archive', '--link', modules, join(tree, modules)]);
}

function copy(from, to, { except } = {}) {
  if (!existsSync(from)) throw new Error(`${from} is missing: run \`make resilience\``);
  mkdirSync(dirname(to), { recursive: true });
  const filter = (path) => !except || path !== join(from, except);
  cpSync(from, to, { recursive: true, filter, verbatimSymlinks: true });
}

/** All that its server needs, by its guide: `dist/` and `node_modules/`. */
function copyRari(from, to) {
  copy(join(from, 'dist'), join(to, 'dist'));
  copy(join(from, 'package.json'), join(to, 'package.json'));
  symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'));
}

/** Each build's page as Marquee sends it, and its files. */
async function makeStaticSites() {
  for (const build of builds) {
    const folder = folderOf('nginx', build);
    copy(marquee.staticFolders(build)[0], join(folder, 'assets'));
    await withInstance(marquee, { build }, async ({ url }) => {
      const { body } = await fetchRaw(url);
      writeFileSync(join(folder, 'index.html'), body);
    });
  }
}

/** Makes copies of both builds, which may be changed. */
export function copyBuilds(subject, names) {
  for (const [place, build] of builds.entries()) {
    rmSync(folderOf(subject.id, names[place]), { recursive: true, force: true });
    copy(folderOf(subject.id, build), folderOf(subject.id, names[place]));
  }
}

/** Adds the files of one build to the static folders of another. */
export function addFiles(subject, from, to) {
  const targets = subject.staticFolders(to);
  for (const [place, source] of subject.staticFolders(from).entries()) {
    cpSync(source, targets[place], { recursive: true, force: false });
  }
}

/** Returns the name of the style sheet that only this build has. */
export function ownStyleSheet(subject, build) {
  const [[folder], [other]] = [build, builds.find((name) => name !== build)].map(
    subject.staticFolders,
  );
  return readdirSync(folder).find(
    (file) => file.endsWith('.css') && !existsSync(join(other, file)),
  );
}
