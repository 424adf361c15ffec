/** Builds the image of deploy/Dockerfile with the container tool of this machine. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { contentDates, formatDates } from '../build/content-dates.ts';
import { dockerfile } from './base-images.ts';
import { build, type Tool } from './container-tool.ts';

/** Returns what git prints, or an empty string in an unpacked archive. */
const git = (...args: string[]) =>
  spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? '';

/** Returns the version in Cargo.toml. */
export const version = () =>
  /^version = "(.*)"$/m.exec(readFileSync('Cargo.toml', 'utf8'))?.[1] ?? '';

/** Returns the date of the image, in seconds since 1970: that of the commit, or else the present. */
export const sourceDate = () =>
  process.env.SOURCE_DATE_EPOCH ||
  git('log', '-1', '--format=%ct') ||
  String(Math.floor(Date.now() / 1000));

interface ImageOptions {
  tag: string;
  engine?: string;
  /** The image of the previous release. */
  previous?: string;
  /** Arguments of the Dockerfile. */
  args?: Record<string, string>;
}

/** Builds an image. */
export function buildImage(
  tool: Tool,
  { tag, engine = 'quickjs', previous, args = {} }: ImageOptions,
) {
  const date = sourceDate();
  const day = new Date(Number(date) * 1000).toISOString().slice(0, 10);
  const commit = process.env.COMMIT || git('rev-parse', '--short=12', 'HEAD') || 'unknown';
  const revision = git('rev-parse', 'HEAD');
  const { RUSTY_V8_ARCHIVE: library, SOURCE: source } = process.env;
  build(tool, {
    file: dockerfile,
    tag,
    date,
    args: {
      ...args,
      ENGINE: engine,
      COMMIT: commit,
      // The build has no repository.
      CONTENT_DATES: formatDates(contentDates(day)),
      ...(previous && { PREVIOUS: previous }),
      ...(engine === 'v8' && library && { RUSTY_V8_ARCHIVE: inBuild(library) }),
    },
    labels: {
      'org.opencontainers.image.version': version(),
      ...(revision && { 'org.opencontainers.image.revision': revision }),
      'org.opencontainers.image.created': `${new Date(Number(date) * 1000).toISOString().slice(0, 19)}Z`,
      ...(source && { 'org.opencontainers.image.source': source }),
    },
    contexts:
      engine === 'v8' && library && !isUrl(library) ? { v8: resolve(dirname(library)) } : {},
  });
}

const isUrl = (library: string) => /^https?:/.test(library);

/** The library's name inside the build: its folder is mounted there. */
const inBuild = (library: string) => (isUrl(library) ? library : `/v8/${basename(library)}`);
