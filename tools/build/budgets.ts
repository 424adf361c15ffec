import { basename, extname } from 'node:path';
import type { OutputFiles } from './output-files.ts';

const config = 'maxBytes of client/site/config.ts';
const host = 'tools/build/budgets.ts';

/** Formats of pictures. */
export const pictures = ['.avif', '.jpeg', '.jpg', '.png', '.svg', '.webp'];

/** What a site's own limits are for. */
export interface Limits {
  scripts: number;
  styles: number;
  picture: number;
}

/** Minified bytes of each source file and package in what clients download. */
export type Parts = Record<string, number>;

/**
 * Returns which downloads exceed their limits, in bytes after brotli, and what they are made of.
 *
 * @param assets URLs by name
 * @param before the parts of a build within the limits, if one is known: then what has grown since is named
 */
export function budgetErrors(
  assets: Record<string, string>,
  files: OutputFiles,
  limits: Limits,
  parts: Parts,
  before: Parts = {},
): string[] {
  const budgets = [
    // Before the page is interactive.
    { what: 'the scripts', names: ['beforePaint', 'script', 'app'], most: limits.scripts },
    { what: 'the style sheet', names: ['style'], most: limits.styles },
    // Of no site.
    { what: 'the reporting of errors', names: ['errors'], most: 1_000, owner: host },
    { what: 'the reporting of visits', names: ['visits'], most: 900, owner: host },
    { what: 'the measuring of visits', names: ['vitals'], most: 3_000, owner: host },
  ].map((budget) => ({
    ...budget,
    size: budget.names.reduce((sum, name) => sum + files.sentSizeOf(`public${assets[name]}`), 0),
    isPart: (name: string) => (extname(name) === '.css') === (budget.what === 'the style sheet'),
  }));
  const ofPictures = files
    .publicAssets()
    .filter((path) => pictures.includes(extname(path)))
    .map((path) => ({
      what: `the picture ${basename(path).replace(/-\w+(?=\.\w+$)/, '')}`,
      size: files.sentSizeOf(path),
      most: limits.picture,
      owner: config,
      isPart: () => false,
    }));
  return [...budgets, ...ofPictures]
    .filter(({ size, most }) => size > most)
    .map(({ what, size, most, owner = config, isPart }) => {
      const grown = Object.entries(parts)
        .filter(([name]) => isPart(name))
        .map(([name, bytes]) => [name, bytes - (before[name] ?? 0)] as const)
        .filter(([, bytes]) => bytes > 0)
        .sort(([, one], [, other]) => other - one)
        .slice(0, 8)
        .map(([name, bytes]) => `\n  ${name}: ${bytes}`);
      const list = `${Object.keys(before).length > 0 ? 'grown' : 'largest'} before compression:`;
      return [
        `${what}: ${size} bytes as sent; the limit is ${most} (${owner})`,
        ...(grown.length > 0 ? [`; ${list}`, ...grown] : []),
      ].join('');
    });
}
