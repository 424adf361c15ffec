/** The texts before a change, and the site with them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createBundler } from '../build/bundles.ts';
import { compileLocales, siteConstants } from '../build/locales.ts';
import { writeDist } from '../build/manifest.ts';
import { loadSiteConfig } from '../build/site-config.ts';
import { languageOf, sourceLanguage } from '../messages/language.ts';

/** The messages of each language, by its code. */
export type Texts = Map<string, Record<string, string>>;

/** Returns the texts at a git revision. A language without a file has none. */
export async function textsAt(revision: string, languages: string[]): Promise<Texts> {
  const git = async (...args: string[]) => (await promisify(execFile)('git', args)).stdout;
  const files = (await git('ls-tree', '--name-only', revision, 'locales/')).split('\n');
  const texts: Texts = new Map();
  for (const code of languages) {
    const file = `locales/${code}.json`;
    const isThere = files.includes(file);
    texts.set(code, isThere ? JSON.parse(await git('show', `${revision}:./${file}`)) : {});
  }
  return texts;
}

/** Builds the site of the working copy with the texts before. New messages have their present ones. */
export async function buildWith(before: Texts, after: Texts, folder: string) {
  const english = before.get(sourceLanguage) ?? {};
  const languages = [...before].flatMap(([code, texts]) => {
    if (Object.keys(texts).length === 0) return [];
    const present = Object.entries(after.get(code) ?? {});
    const added = Object.fromEntries(present.filter(([id]) => !(id in english)));
    const file = `locales/${code}.json before`;
    return languageOf(code, file, JSON.stringify({ ...added, ...texts }));
  });
  const config = await loadSiteConfig();
  const locales = compileLocales(languages, siteConstants(config), config.firstLanguages);
  const bundler = await createBundler({ isDevelopment: false });
  await writeDist(folder, await bundler.build(), locales, config, { forProduction: false });
  await bundler.dispose();
}
