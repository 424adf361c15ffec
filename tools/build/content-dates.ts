/**
 * When the content of the pages last changed, by language: `lastmod` of the sitemap. The content
 * is the texts, and the constants in them; code and styles do not count.
 *
 *     node --import tsx tools/build/content-dates.ts
 *
 * prints the dates as `CONTENT_DATES` has them: `en=2026-01-31,zh=2026-02-01`.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BuildError } from './errors.ts';

/**
 * Returns the dates that are known: those in `CONTENT_DATES`, for a build without a repository, or
 * else those of version control, by language. Texts that are not committed have the date of the build.
 *
 * `today` is the date of the build: `2026-01-31`.
 */
export function contentDates(
  today: string,
  {
    folder = '.',
    given = process.env.CONTENT_DATES,
  }: { folder?: string; given?: string | undefined } = {},
): Record<string, string> {
  if (given) return parse(given);
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    // The oldest commit of a shallow clone seems to have added all files.
    if (git('rev-parse', '--is-shallow-repository') === 'true') return {};
    const files = readdirSync(join(folder, 'locales')).filter((name) => name.endsWith('.json'));
    const dates = files.sort().map((file) => {
      const sources = [`locales/${file}`, 'client/site/config.ts'];
      const committed = git('log', '-1', '--format=%cs', '--', ...sources);
      const isChanged = git('status', '--porcelain', '--', ...sources) !== '';
      return [basename(file, '.json'), committed && isChanged ? today : committed];
    });
    return Object.fromEntries(dates.filter(([, date]) => date));
  } catch {
    // No repository, or no git.
    return {};
  }
}

export const formatDates = (dates: Record<string, string>) =>
  Object.entries(dates)
    .map((pair) => pair.join('='))
    .join();

function parse(given: string): Record<string, string> {
  const pairs = given.split(',').map((pair) => pair.split('='));
  const wrong = pairs.find(([, date]) => !/^\d{4}-\d\d-\d\d$/.test(date ?? ''));
  if (wrong)
    throw new BuildError([`CONTENT_DATES: "${wrong.join('=')}" is not like en=2026-01-31`]);
  return Object.fromEntries(pairs);
}

if (process.argv[1] === import.meta.filename) {
  const today = new Date().toISOString().slice(0, 10);
  process.stdout.write(`${formatDates(contentDates(today))}\n`);
}
