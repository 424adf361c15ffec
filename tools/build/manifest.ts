import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { budgetErrors, type Parts } from './budgets.ts';
import type { Bundles } from './bundles.ts';
import { contentDates } from './content-dates.ts';
import { BuildError } from './errors.ts';
import { localeFacts } from './locale-facts.ts';
import type { Locale } from './locales.ts';
import { assetsFolder, type Digest, OutputFiles, sourceMapsFolder } from './output-files.ts';
import { contentSecurityPolicy } from './policy.ts';
import type { Counted } from './server-bundle.ts';
import { addSharePictures, type SharePicture } from './share-pictures.ts';
import { isFree, type SiteConfig } from './site-config.ts';

const pictures = 'client/site/pictures';

/** Pictures linked from the document head or the web manifest. */
const icons = {
  icon: 'favicon.svg',
  touchIcon: 'apple-touch-icon.png',
  icon192: 'icon-192.png',
  icon512: 'icon-512.png',
};

/**
 * Writes all files that the server serves, and `site.json`, which lists them. For production, it compresses
 * files and enforces the size budgets.
 */
export async function writeDist(
  folder: string,
  bundles: Bundles,
  locales: Locale[],
  config: SiteConfig,
  { forProduction }: { forProduction: boolean },
) {
  const files = new OutputFiles();
  const assets = addClientFiles(files, bundles);
  // The pictures of the server bundle are those of the client bundle.
  const code = bundles.server.find(({ path }) => path.endsWith('.js'));
  if (code) files.add('server/entry.js', code.contents);

  for (const [name, file] of Object.entries(icons)) {
    assets[name] = files.addHashed(file, await readFile(join(pictures, file)));
  }
  files.add('public/favicon.ico', await readFile(join(pictures, 'favicon.ico')));
  files.add(
    'public/site.webmanifest',
    webManifest(
      assets,
      config,
      locales.find((it) => !it.isDraft),
    ),
  );
  await addRootFiles(files, 'client/site/root');
  const retired = await readFile('tools/build/retired-worker.js');
  for (const path of config.retiredWorkers) files.add(`public${path}`, retired);

  const codes = locales.map(({ code }) => code);
  const sharePictures = await addSharePictures(files, codes, pictures);
  const languages = locales.map(({ table, ...locale }) => {
    const { code } = locale;
    const text = JSON.stringify(table);
    const file = `locales/${code}.json`;
    files.add(file, text);
    return {
      ...locale,
      ...localeFacts(code),
      messages: files.addHashed(`messages-${code}.json`, text),
      file,
      // Each language has one.
      sharePicture: sharePictures.get(code) as SharePicture,
    };
  });

  const build = files.hash();
  // After the hash: a comment changes a map, but no page.
  for (const { path, contents } of bundles.sourceMaps) {
    files.add(`${sourceMapsFolder}/${basename(path)}`, contents);
  }
  const last = await lastBuild(folder);
  const built = buildTime().toISOString();
  const site = {
    build,
    built,
    commit: process.env.COMMIT ?? 'unknown',
    entry: 'server/entry.js',
    assets,
    routes: bundles.routes,
    contentService: { path: config.linkPath, fields: config.linkFields },
    dataSources: config.dataSources,
    // For development, nothing: it renders no page here.
    counted: { places: [], links: [] } as Counted,
    policy: contentSecurityPolicy(config.allowedOrigins),
    locales: languages,
    contentDates: contentDates(built.slice(0, 10)),
  };
  if (forProduction) {
    const rendered = await bundles.renderPages({
      build,
      assets,
      locales: languages.map((language, index) => ({
        ...language,
        table: locales[index]?.table ?? {},
      })),
      publicUrl: 'https://site.example',
      messagingLink: null,
      campaignParameters: [],
      visitReports: false,
      webVitalsSample: 0,
      preconnect: false,
    });
    Object.assign(site, rendered);
    await files.compress();
    const errors = budgetErrors(assets, files, config.maxBytes, bundles.parts);
    if (errors.length > 0) throw new BuildError(errors);
  }
  // Pages of the previous build that are still open in browsers request its files.
  const ofLastBuild = last.build === build ? last.filesOfLastBuild : last.files;
  const digests = { ...digestsOf(ofLastBuild, last.digests), ...files.digests() };
  Object.assign(site, { files: files.hashedNames(), filesOfLastBuild: ofLastBuild, digests });
  await files.write(folder);
  // Last, so that all files it lists exist when it appears.
  await writeFile(join(folder, 'site.json'), `${JSON.stringify(site, null, 2)}\n`);
  await files.removeOthers(folder, ofLastBuild);
  return site;
}

/** Adds the client's bundles. Returns the URLs of its scripts and style sheets. */
function addClientFiles(files: OutputFiles, { client }: Bundles): Record<string, string> {
  for (const { path, contents } of client) {
    // esbuild names the style sheet after the script that imports it.
    const name = basename(path).replace(/^hydrate(-\w+\.css)$/, 'entry$1');
    files.add(`${assetsFolder}/${name}`, contents);
  }
  return {
    beforePaint: files.urlOf('before-paint', '.js'),
    script: files.urlOf('entry', '.js'),
    app: files.urlOf('hydrate', '.js'),
    errors: files.urlOf('hydration-errors', '.js'),
    visits: files.urlOf('visits', '.js'),
    vitals: files.urlOf('web-vitals', '.js'),
    style: files.urlOf('entry', '.css'),
    print: files.urlOf('print', '.css'),
  };
}

/**
 * Returns which limits of bytes the bundles exceed, without a build.
 *
 * @param before the parts of the last bundles within them
 */
export async function sizeErrors(bundles: Bundles, { maxBytes }: SiteConfig, before?: Parts) {
  const files = new OutputFiles();
  const assets = addClientFiles(files, bundles);
  await files.compress();
  return budgetErrors(assets, files, maxBytes, bundles.parts, before);
}

/** By path. */
type Digests = Record<string, Digest>;

/** Returns the known digests of some hashed files. */
function digestsOf(names: string[], known: Digests): Digests {
  const paths = new Set(names.map((name) => `${assetsFolder}/${name}`));
  return Object.fromEntries(Object.entries(known).filter(([path]) => paths.has(path)));
}

interface LastBuild {
  build?: string;
  files: string[];
  filesOfLastBuild: string[];
  digests: Digests;
}

/** Reads the previous build's `site.json`. */
async function lastBuild(folder: string): Promise<LastBuild> {
  const nothing = { files: [], filesOfLastBuild: [], digests: {} };
  try {
    return { ...nothing, ...JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')) };
  } catch {
    // Missing or incomplete.
    return nothing;
  }
}

/** Returns the current time, or `SOURCE_DATE_EPOCH` for a reproducible build. */
function buildTime() {
  const seconds = process.env.SOURCE_DATE_EPOCH;
  return seconds ? new Date(Number(seconds) * 1000) : new Date();
}

/** Adds the files that others look for at the root of the site, such as `ads.txt` and those of `.well-known/`. */
async function addRootFiles(files: OutputFiles, folder: string) {
  if (!existsSync(folder)) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file)}`;
    if (!isFree(path))
      throw new BuildError([
        `${file}: ${path} is a path of the server, or browsers send it in another form`,
      ]);
    files.add(`public${path}`, await readFile(file));
  }
}

function webManifest(
  assets: Record<string, string>,
  { brand, themeColor }: SiteConfig,
  language: Locale | undefined,
) {
  return JSON.stringify({
    lang: language?.code,
    dir: language?.dir,
    name: brand,
    short_name: brand,
    start_url: '/',
    display: 'browser',
    background_color: themeColor,
    theme_color: themeColor,
    icons: [192, 512].map((size) => ({
      src: assets[`icon${size}`],
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  });
}
