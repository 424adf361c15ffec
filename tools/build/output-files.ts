import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import type { OutputFile } from 'esbuild';
import { compressed } from './compression.ts';

/** Folder of the content-hashed files. */
export const assetsFolder = 'public/assets';

/** Folder of the source maps, which clients cannot fetch. */
export const sourceMapsFolder = 'source-maps';

/** Files of esbuild, or like them. */
export type Files = Pick<OutputFile, 'path' | 'contents'>[];

/** Size and SHA-256 of a file's contents. */
export interface Digest {
  bytes: number;
  sha256: string;
}

/** Returns what the name of a file has of its contents. */
export function contentHash(contents: Uint8Array | string): string {
  return createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase();
}

/** The files of one build, by their path in `dist/`. */
export class OutputFiles {
  readonly #files = new Map<string, Uint8Array>();

  add(path: string, contents: Uint8Array | string) {
    this.#files.set(path, Buffer.from(contents));
  }

  /** Adds a file under a content-hashed name. Returns its URL. */
  addHashed(name: string, contents: Uint8Array | string) {
    const extension = extname(name);
    const hashed = `${basename(name, extension)}-${contentHash(contents)}${extension}`;
    this.add(`${assetsFolder}/${hashed}`, contents);
    return `/assets/${hashed}`;
  }

  urlOf(name: string, extension: string) {
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
    const variants = await Promise.all(
      this.publicAssets().map((path) => compressed(path, this.#files.get(path) as Uint8Array)),
    );
    for (const [path, contents] of variants.flat()) this.#files.set(path, contents);
  }

  /** Returns the size in bytes of a file as most clients get it. */
  sentSizeOf(path: string) {
    const contents = this.#files.get(`${path}.br`) ?? this.#files.get(path);
    if (!contents) throw new Error(`the build contains no ${path}`);
    return contents.length;
  }

  /** Returns the digests that the server verifies before it serves a file, by path. */
  digests(): Record<string, Digest> {
    const digests = [...this.#files].map(([path, contents]) => {
      const sha256 = createHash('sha256').update(contents).digest('hex');
      return [path, { bytes: contents.length, sha256 }] as const;
    });
    return Object.fromEntries(digests);
  }

  async write(folder: string) {
    for (const [path, contents] of this.#files) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, contents);
    }
  }

  /** Returns the paths of all hashed files, including compressed variants. */
  publicAssets() {
    return [...this.#files.keys()].filter((path) => path.startsWith(assetsFolder));
  }

  /** Returns their names. */
  hashedNames() {
    return this.publicAssets().map((path) => basename(path));
  }

  /** Removes files of earlier builds, except for the hashed files with the given names. */
  async removeOthers(folder: string, retained: string[]) {
    const retainedPaths = new Set(retained.map((name) => `${assetsFolder}/${name}`));
    for (const part of ['public', 'server', 'locales', sourceMapsFolder]) {
      await mkdir(join(folder, part), { recursive: true });
      const entries = await readdir(join(folder, part), { recursive: true, withFileTypes: true });
      for (const entry of entries.filter((candidate) => candidate.isFile())) {
        const file = join(entry.parentPath, entry.name);
        const path = relative(folder, file);
        if (!this.#files.has(path) && !retainedPaths.has(path)) await rm(file);
      }
    }
  }
}
