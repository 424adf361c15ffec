import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { compressed } from './compression.mjs';

/** Folder of the content-hashed files. */
export const assetsFolder = 'public/assets';

/** @typedef {{ bytes: number, sha256: string }} Digest size and SHA-256 of a file's contents */

/** The files of one build, by their path in `dist/`. */
export class OutputFiles {
  /** @type {Map<string, Uint8Array>} */
  #files = new Map();

  /**
   * @param {string} path
   * @param {Uint8Array | string} contents
   */
  add(path, contents) {
    this.#files.set(path, Buffer.from(contents));
  }

  /**
   * Adds a file under a content-hashed name.
   *
   * @param {string} name
   * @param {Uint8Array | string} contents
   * @returns {string} URL of the file
   */
  addHashed(name, contents) {
    const extension = extname(name);
    const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase();
    const hashed = `${basename(name, extension)}-${hash}${extension}`;
    this.add(`${assetsFolder}/${hashed}`, contents);
    return `/assets/${hashed}`;
  }

  /**
   * @param {string} name
   * @param {string} extension
   */
  urlOf(name, extension) {
    const paths = [...this.#files.keys()];
    const path = paths.find(
      (key) => basename(key).startsWith(`${name}-`) && key.endsWith(extension),
    );
    if (!path) throw new Error(`the bundles contain no ${name}${extension}`);
    return `/assets/${basename(path)}`;
  }

  /** Returns a hash of all paths and contents. */
  hash() {
    const hash = createHash('sha256');
    for (const [path, contents] of [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1))) {
      hash.update(path).update('\0').update(contents).update('\0');
    }
    return hash.digest('hex').slice(0, 12);
  }

  /** Adds the compressed variants of the public assets. */
  async compress() {
    const assets = [...this.#files].filter(([path]) => path.startsWith(assetsFolder));
    const variants = await Promise.all(
      assets.map(([path, contents]) => compressed(path, contents)),
    );
    for (const [path, contents] of variants.flat()) this.#files.set(path, contents);
  }

  /**
   * @param {string} path
   * @returns {number} bytes
   */
  sizeOf(path) {
    const contents = this.#files.get(path);
    if (!contents) throw new Error(`the build contains no ${path}`);
    return contents.length;
  }

  /**
   * Returns the digests that the server verifies before it serves a file.
   *
   * @returns {Record<string, Digest>} by path
   */
  digests() {
    const digests = [...this.#files].map(([path, contents]) => {
      const sha256 = createHash('sha256').update(contents).digest('hex');
      return /** @type {const} */ ([path, { bytes: contents.length, sha256 }]);
    });
    return Object.fromEntries(digests);
  }

  /** @param {string} folder */
  async write(folder) {
    for (const [path, contents] of this.#files) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, contents);
    }
  }

  /** Returns the names of all hashed files, including compressed variants. */
  hashedNames() {
    const paths = [...this.#files.keys()].filter((path) => path.startsWith(assetsFolder));
    return paths.map((path) => basename(path));
  }

  /**
   * Removes files of earlier builds, except for some hashed files.
   *
   * @param {string} folder
   * @param {string[]} retained names of hashed files to keep
   */
  async removeOthers(folder, retained) {
    const retainedPaths = new Set(retained.map((name) => `${assetsFolder}/${name}`));
    for (const part of ['public', 'server', 'locales']) {
      const entries = await readdir(join(folder, part), { recursive: true, withFileTypes: true });
      for (const entry of entries.filter((candidate) => candidate.isFile())) {
        const file = join(entry.parentPath, entry.name);
        const path = relative(folder, file);
        if (!this.#files.has(path) && !retainedPaths.has(path)) await rm(file);
      }
    }
  }
}
