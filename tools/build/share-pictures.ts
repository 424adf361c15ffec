import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imageSize } from 'image-size';
import { defaultLanguage } from '../messages/language.ts';
import type { OutputFiles } from './output-files.ts';

/** The Open Graph image of a language, its size in pixels. */
export interface SharePicture {
  url: string;
  width: number;
  height: number;
}

/**
 * Adds the Open Graph image of each language to the site's files. A language without one uses the
 * default language's. `folder` has `share-en.jpg` and its translations.
 */
export async function addSharePictures(files: OutputFiles, codes: string[], folder: string) {
  const names = await readdir(folder);
  const pictures = new Map<string, SharePicture>();
  for (const code of codes) {
    const own = `share-${code}.jpg`;
    const name = names.includes(own) ? own : `share-${defaultLanguage}.jpg`;
    const contents = await readFile(join(folder, name));
    const { width, height } = imageSize(contents);
    pictures.set(code, { url: files.addHashed(name, contents), width, height });
  }
  return pictures;
}
