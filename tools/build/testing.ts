import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** What a build reads. */
const sources = ['client', 'locales', 'ssr-bundle', 'tools', 'package.json', 'tsconfig.json'];

/** A copy of a site's sources, to be changed, built and checked. */
export class SiteCopy {
  /**
   * @param from the folder of the site: this one, or another one's such as the host's own
   * @param folder of the copy
   */
  constructor(
    from = '.',
    readonly folder = mkdtempSync(join(tmpdir(), 'site-')),
  ) {
    const filter = (path: string) => basename(path) !== 'node_modules';
    for (const source of sources)
      cpSync(join(from, source), join(folder, source), { recursive: true, filter });
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  }

  /** Writes a file, with its folder. */
  write(file: string, text: string) {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Replaces a text that the file contains. */
  replace(file: string, text: string | RegExp, replacement: string) {
    const path = join(this.folder, file);
    const before = readFileSync(path, 'utf8');
    if (before.split(text).length === 1) throw new Error(`${file} does not contain ${text}`);
    writeFileSync(
      path,
      before.replace(text, () => replacement),
    );
  }

  /** Runs one of the tools in the copy. */
  run(...command: string[]) {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', ...command],
      {
        cwd: this.folder,
        encoding: 'utf8',
      },
    );
    return { status, output: stdout + stderr };
  }

  build() {
    return this.run('tools/build/build.ts');
  }

  /** Returns the manifest of the build. */
  get site() {
    return JSON.parse(readFileSync(join(this.folder, 'dist/site.json'), 'utf8'));
  }

  remove() {
    rmSync(this.folder, { recursive: true });
  }
}

/**
 * Makes the site of the host's own tests: a copy of the sources with the pages, parts and languages of `tests/site/`, of
 * which they know nothing.
 */
export function hostSite(folder?: string): SiteCopy {
  const copy = new SiteCopy('.', folder);
  for (const path of ['client/features', 'client/pages', 'client/site/root', 'locales'])
    rmSync(join(copy.folder, path), { recursive: true, force: true });
  cpSync('tests/site', copy.folder, { recursive: true });
  return copy;
}
