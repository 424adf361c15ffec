/** The bounds of what makes a site the one that it is: `client/site/config.ts`, its paths and its colours. */
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Route } from '../../client/app/pages.ts';
import { BuildError } from './errors.ts';
import { extensible } from './policy.ts';

const file = 'client/site/config.ts';

export type SiteConfig = typeof import('../../client/site/config.ts');

/** A value with the words for what is allowed. */
const allowed = <Type extends z.ZodType>(
  words: string,
  schema: (error: { error: string }) => Type,
): Type => schema({ error: words });

const whole = (from: number, to: number, unit = '') =>
  allowed(
    `a whole number${unit} from ${from.toLocaleString('en')} to ${to.toLocaleString('en')}`,
    (error) => z.int(error).min(from, error).max(to, error),
  );

const text = (most: number) =>
  allowed(`a text of 1 to ${most} characters, without spaces around it`, (error) =>
    z
      .string(error)
      .regex(/^\S(.*\S)?$/u, error)
      .max(most, error),
  );

/** No line breaks within it. */
const amount = text(20).regex(/^[^ ]*$/, '\\u00a0 in place of each space');

const milliseconds = (from: number, to: number) => whole(from, to, ' of milliseconds');

const bytes = whole(1_000, 5_000_000, ' of bytes');

/** Returns a URL as browsers send it, or null. */
const sent = (url: string, base: string) =>
  URL.canParse(url, base) ? new URL(url, base).href : null;

const path = allowed('a path of this site as browsers send it, such as "/promo"', (error) =>
  z.string(error).refine((it) => sent(it, 'http://x') === `http://x${it}`, error),
);

/** Paths of the server itself. */
const ofServer =
  /^\/(?:404|robots\.txt|sitemap\.xml|favicon\.ico|site\.webmanifest|(?:api|assets)(?:\/.*)?)$/;

function isServiceUrl(url: string): boolean {
  const { protocol, username, password } = URL.canParse(url) ? new URL(url) : new URL('none:');
  return /^https?:$/.test(protocol) && username + password === '';
}

/** Whether a path, as browsers send it, is free for a file of the site. */
export const isFree = (it: string) => path.safeParse(it).success && !ofServer.test(it);

const workerPath = allowed(
  'the path of a script as browsers send it, which the server does not have, such as "/sw.js"',
  (error) => path.refine((it) => it.endsWith('.js') && !ofServer.test(it), error),
);

const operatorPath = allowed(
  'empty, or a path below the operator’s base link that has neither "/" nor a scheme before it, such as "join/"',
  (error) =>
    z.string(error).refine((it) => sent(it, 'http://x/my/') === `http://x/my/${it}`, error),
);

const field = allowed('the name of a field: letters, digits and _', (error) =>
  z.string(error).regex(/^\w+$/, error),
);

const messageId = allowed('the id of a message', (error) => z.string(error).min(1, error));

const origin = allowed('an origin, such as "https://fonts.example"', (error) =>
  z
    .string(error)
    .refine(
      (it) => /^(?:https|wss):/.test(it) && URL.canParse(it) && new URL(it).origin === it,
      error,
    ),
);

const schema = z.strictObject({
  brand: text(24),
  themeColor: allowed('a colour such as "#0e0c14"', (error) =>
    z.string(error).regex(/^#[\da-f]{6}$/i, error),
  ),
  money: allowed(
    '{amount} with at most 5 characters beside it, such as "RM{amount}" or "{amount}\\u00a0€"',
    (error) => z.string(error).regex(/^[^ ]{0,5}\{amount\}[^ ]{0,5}$/u, error),
  ),
  firstLanguages: z.array(text(20)),
  offer: z
    .looseObject({
      adultAge: whole(18, 99).optional(),
      dailyBonusPercent: whole(1, 1_000).optional(),
      freeCreditDays: whole(1, 366).optional(),
    })
    .catchall(z.union([amount, whole(0, 1_000_000_000)], { error: 'a text or a whole number' })),
  shareWords: z.strictObject({
    headline: messageId,
    offers: z.array(messageId).max(2, { error: 'no more than 2' }),
    terms: messageId,
  }),
  maxBytes: z.strictObject({
    scripts: bytes,
    styles: bytes,
    picture: bytes,
    document: bytes,
    picturesOfFirstView: bytes,
  }),
  allowedOrigins: z.partialRecord(z.enum(extensible), z.array(origin)),
  redirects: z.record(path, path),
  retiredWorkers: z.array(workerPath).max(16, { error: 'no more than 16' }),
  operatorPaths: z.record(
    field.refine((it) => it !== 'blog' && it !== 'messaging', {
      error: 'a name other than `blog` and `messaging`',
    }),
    operatorPath,
  ),
  linkRel: allowed('relations such as "nofollow sponsored"', (error) =>
    z.string(error).regex(/^[a-z -]{0,50}$/, error),
  ),
  linkPath: path,
  linkFields: z
    .strictObject({ link: field, blogLink: field })
    .refine(({ link, blogLink }) => link !== blogLink, { error: 'two fields of different names' }),
  dataSources: z.record(
    field,
    z.strictObject({
      url: allowed('an http or https URL without a user or password', (error) =>
        z.string(error).refine(isServiceUrl, error),
      ),
      refreshSeconds: whole(1, 86_400, ' of seconds'),
      fields: z.record(
        field,
        z
          .strictObject({
            at: allowed('names and indexes joined by dots, such as "rates.MYR"', (error) =>
              z.string(error).regex(/^[^./~]+(\.[^./~]+)*$/, error),
            ),
            type: z.enum(['text', 'number', 'link']),
            initial: z.union([z.string(), z.number(), z.null()], {
              error: 'a text, a number or null',
            }),
          })
          .refine(
            ({ type, initial }) =>
              initial === null || (type === 'number') === (typeof initial === 'number'),
            { error: 'an `initial` of its `type`, or null' },
          ),
      ),
    }),
  ),
  linkRetry: z
    .strictObject({
      firstMilliseconds: milliseconds(1_000, 600_000),
      longestMilliseconds: milliseconds(1_000, 3_600_000),
    })
    .refine((it) => it.firstMilliseconds <= it.longestMilliseconds, {
      error: 'a first time that is no longer than the longest one',
    }),
  times: z.record(
    field,
    allowed('a date and time with its zone, such as "2026-12-05T20:00+08:00"', (error) =>
      z.iso.datetime({ offset: true, precision: -1, ...error }),
    ),
  ),
  timeZone: allowed('a time zone, such as "Asia/Kuala_Lumpur"', (error) =>
    z.string(error).refine((it) => Intl.supportedValuesOf('timeZone').includes(it), error),
  ),
});

/** Returns what is wrong with a configuration: `key: value; allowed: …` each. */
export function configErrors(config: object): string[] {
  const issues = schema.safeParse({ ...config }).error?.issues ?? [];
  return issues.flatMap((issue) => {
    const key = issue.path.join('.');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((it) => `${[key, it].filter(Boolean).join('.')}: an unknown key`);
    const value = issue.path.reduce<unknown>((it, name) => Reflect.get(Object(it), name), config);
    // Of a key, Zod says why it is none of the record's in an issue within.
    const { message } = (issue.code === 'invalid_key' && issue.issues[0]) || issue;
    return [`${key}: ${JSON.stringify(value) ?? 'missing'}; allowed: ${message}`];
  });
}

/**
 * Loads the site's configuration as it is now: the development server builds again when it has changed.
 * Throws a `BuildError` for what is out of bounds.
 */
export async function loadSiteConfig(): Promise<SiteConfig> {
  const { mtimeMs } = await stat(file);
  const config = await import(/* @vite-ignore */ `../../${file}?version=${Math.trunc(mtimeMs)}`);
  const errors = configErrors(config).map((error) => `${file}: ${error}`);
  if (errors.length > 0) throw new BuildError(errors);
  return config;
}

/** Returns what is wrong with the paths of a site. */
export function pathErrors(routes: readonly Route[], linkPath: string): string[] {
  const pages = routes.filter(({ redirect }) => redirect === undefined).map((it) => it.path);
  return [
    ...pages
      .filter((it) => !path.safeParse(it).success)
      .map((it) => `the page ${it}: no path that browsers send`),
    ...routes
      .filter((it) => ofServer.test(it.path))
      .map((it) => `${it.path}: the server has this path`),
    ...routes.flatMap(({ path: from, redirect }) => {
      if (redirect === undefined) return [];
      if (pages.includes(from)) return [`the redirect from ${from}: there is a page`];
      return pages.includes(redirect) ? [] : [`the redirect to ${redirect}: there is no such page`];
    }),
    ...(routes.some((it) => it.path === linkPath)
      ? [`linkPath: ${linkPath} is a page or redirect`]
      : []),
  ];
}

/** Returns the custom properties that a style sheet uses and nobody defines, such as deleted colours. */
export function undefinedProperties(styles: string, scripts: string): string[] {
  const names = (expression: RegExp, code: string) =>
    [...code.matchAll(expression)].map(([, it]) => it ?? '');
  const known = new Set([
    ...names(/(--[\w-]+)\s*:/g, styles),
    ...names(/["'`](--[\w-]+)["'`]/g, scripts),
  ]);
  return [...new Set(names(/var\((--[\w-]+)\)/g, styles))].filter((it) => !known.has(it));
}
