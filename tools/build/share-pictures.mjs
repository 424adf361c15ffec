import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imageSize } from 'image-size';
import { defaultLanguage } from '../locales/language.mjs';

/**
 * The Open Graph image of a language.
 *
 * @typedef {{ url: string, width: number, height: number }} SharePicture sizes in pixels
 */

/**
 * Adds the Open Graph image of each language to the site's files. A language without one uses the
 * default language's.
 *
 * @param {import('./output-files.mjs').OutputFiles} files
 * @param {string[]} codes
 * @param {string} folder folder with `share-en.jpg` and its translations
 * @returns {Promise<Map<string, SharePicture>>} by language
 */
export async function addSharePictures(files, codes, folder) {
  const names = await readdir(folder);
  /** @type {Map<string, SharePicture>} */
  const pictures = new Map();
  for (const code of codes) {
    const own = `share-${code}.jpg`;
    const name = names.includes(own) ? own : `share-${defaultLanguage}.jpg`;
    const contents = await readFile(join(folder, name));
    const { width, height } = imageSize(contents);
    pictures.set(code, { url: files.addHashed(name, contents), width, height });
  }
  return pictures;
}
