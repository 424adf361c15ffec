import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceLanguage } from '../messages/language.ts';
import { BuildError } from './errors.ts';
import type { OutputFiles } from './output-files.ts';

/** The size in pixels, which social networks do not crop. */
export const shareSize = { width: 1200, height: 630 };

/** The Open Graph image of a language. */
export interface SharePicture {
  url: string;
  width: number;
  height: number;
}

/**
 * Adds the Open Graph image of each language to the site's files. A language without one uses the
 * English one. `folder` has `share-en.jpg` and its translations.
 */
export async function addSharePictures(files: OutputFiles, codes: string[], folder: string) {
  const names = await readdir(folder);
  const pictures = new Map<string, SharePicture>();
  for (const code of codes) {
    const own = `share-${code}.jpg`;
    const name = names.includes(own) ? own : `share-${sourceLanguage}.jpg`;
    if (!names.includes(name))
      throw new BuildError([`${join(folder, name)} is missing: run \`make share-pictures\``]);
    const contents = await readFile(join(folder, name));
    pictures.set(code, { url: files.addHashed(name, contents), ...shareSize });
  }
  return pictures;
}
