import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { BuildError } from './errors.ts';

const namespace = 'http://www.w3.org/2000/svg';

/** Throws a `BuildError` for SVG files in a folder that no browser shows. What a browser draws, it leaves to the eye. */
export async function checkSvgFiles(folder: string) {
  const files = await readdir(folder, { recursive: true });
  const names = files.filter((name) => name.endsWith('.svg')).sort();
  const errors = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const error = svgError(await readFile(file, 'utf8'));
      return error === null ? [] : [`${file}:${error}`];
    }),
  );
  if (errors.flat().length > 0) throw new BuildError(errors.flat());
}

/** Returns why a text is no SVG image as `line:column: reason`, or null. */
export function svgError(source: string): string | null {
  try {
    const { documentElement } = new JSDOM(source, { contentType: 'image/svg+xml' }).window.document;
    if (documentElement.namespaceURI === namespace) return null;
    return `1:1: <${documentElement.tagName}> is no image without xmlns="${namespace}"`;
  } catch (error) {
    return String(error).replace(/^.*about:blank:/, '');
  }
}
