import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checkBudgets } from './budgets.mjs';
import { localeFacts } from './locale-facts.mjs';
import { assetsFolder, OutputFiles } from './output-files.mjs';
import { addSharePictures } from './share-pictures.mjs';

const pictures = 'client/assets';

/** Pictures that the page's head or the web manifest names. */
const icons = {
  icon: 'favicon.svg',
  touchIcon: 'apple-touch-icon.png',
  icon192: 'icon-192.png',
  icon512: 'icon-512.png',
};

/**
 * Writes everything the server serves, and `site.json`, which tells it where.
 *
 * @param {string} folder
 * @param {import('./bundles.mjs').Bundles} bundles
 * @param {import('./locales.mjs').Locale[]} locales
 * @param {{ forVisitors: boolean }} options whether it must be light to load
 */
export async function writeDist(folder, bundles, locales, { forVisitors }) {
  const files = new OutputFiles();
  for (const { path, contents } of bundles.client) {
    files.add(`${assetsFolder}/${basename(path)}`, contents);
  }
  // The server bundle names the same pictures; only its code is new.
  const code = bundles.server.find(({ path }) => path.endsWith('.js'));
  if (code) files.add('server/entry.js', code.contents);

  /** @type {Record<string, string>} */
  const assets = {
    script: files.addressOf('entry', '.js'),
    app: files.addressOf('hydrate', '.js'),
    style: files.addressOf('entry', '.css'),
  };
  for (const [name, file] of Object.entries(icons)) {
    assets[name] = files.addHashed(file, await readFile(join(pictures, file)));
  }
  files.add('public/favicon.ico', await readFile(join(pictures, 'favicon.ico')));
  files.add('public/site.webmanifest', await webManifest(assets));

  const codes = locales.map(({ code }) => code);
  const sharePictures = await addSharePictures(files, codes, pictures);
  const languages = locales.map(({ code, name, dir, isPseudo, table, missing }) => {
    const text = JSON.stringify(table);
    files.add(`locales/${code}.json`, text);
    const messages = files.addHashed(`messages-${code}.json`, text);
    const file = `locales/${code}.json`;
    const sharePicture = sharePictures.get(code);
    return {
      code,
      name,
      dir,
      ...localeFacts(code),
      isPseudo,
      missing,
      messages,
      file,
      sharePicture,
    };
  });

  const build = files.hash();
  const last = await lastBuild(folder);
  const site = {
    build,
    built: buildTime().toISOString(),
    commit: process.env.COMMIT ?? 'unknown',
    entry: 'server/entry.js',
    assets,
    routes: bundles.routes,
    locales: languages,
  };
  if (forVisitors) {
    await files.compress();
    checkBudgets(assets, files);
  }
  // Pages of the build before it are open in browsers, and ask for its files.
  const ofLastBuild = last.build === build ? last.filesOfLastBuild : last.files;
  const digests = { ...digestsOf(ofLastBuild, last.digests), ...files.digests() };
  Object.assign(site, { files: files.hashedNames(), filesOfLastBuild: ofLastBuild, digests });
  await files.write(folder);
  // Last, so that whoever sees it finds everything it names.
  await writeFile(join(folder, 'site.json'), `${JSON.stringify(site, null, 2)}\n`);
  await files.removeOthers(folder, ofLastBuild);
  return site;
}

/** @typedef {Record<string, import('./output-files.mjs').Digest>} Digests by path */

/**
 * The digests of some hashed files, as far as they are known.
 *
 * @param {string[]} names
 * @param {Digests} known
 * @returns {Digests}
 */
function digestsOf(names, known) {
  const paths = new Set(names.map((name) => `${assetsFolder}/${name}`));
  return Object.fromEntries(Object.entries(known).filter(([path]) => paths.has(path)));
}

/**
 * What stands in the folder already.
 *
 * @param {string} folder
 * @returns {Promise<{
 *   build?: string,
 *   files: string[],
 *   filesOfLastBuild: string[],
 *   digests: Digests,
 * }>}
 */
async function lastBuild(folder) {
  const nothing = { files: [], filesOfLastBuild: [], digests: {} };
  try {
    return { ...nothing, ...JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')) };
  } catch {
    // There is none, or one that was never finished.
    return nothing;
  }
}

/** Now, or the moment a reproducible build is told to use. */
function buildTime() {
  const seconds = process.env.SOURCE_DATE_EPOCH;
  return seconds ? new Date(Number(seconds) * 1000) : new Date();
}

/** @param {Record<string, string>} assets */
async function webManifest(assets) {
  const manifest = JSON.parse(await readFile('client/site.webmanifest', 'utf8'));
  for (const icon of manifest.icons) icon.src = assets[icon.src];
  return JSON.stringify(manifest);
}
