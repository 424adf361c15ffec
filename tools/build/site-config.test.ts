/** Nonsense in a site's configuration, and what the build says of it. */
import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as config from '../../client/site/config.ts';
import { configErrors, pathErrors, undefinedProperties } from './site-config.ts';

test('This site is within the bounds', () => assert.deepEqual(configErrors(config), []));

const zone = 'allowed: a date and time with its zone, such as "2026-12-05T20:00+08:00"';
const times = 'allowed: a whole number of milliseconds from 1,000 to';
const ownPath = 'allowed: a path of this site as browsers send it, such as "/promo"';
const below = 'allowed: empty, or a path below the operator’s base link';

/** A key, its value, and what is reported about it. */
// biome-ignore format: a row a line
const nonsense: [key: string, value: unknown, report: string][] = [
  ['brand', '', 'brand: ""; allowed: a text of 1 to 24 characters'],
  ['brand', ' Lucky ', 'brand: " Lucky "; allowed: a text of 1 to 24 characters, without spaces around it'],
  ['brand', 'x'.repeat(25), 'allowed: a text of 1 to 24 characters'],
  ['brand', undefined, 'brand: missing; allowed: a text'],
  ['themeColor', 'teal-ish', 'themeColor: "teal-ish"; allowed: a colour such as "#0e0c14"'],
  ['themeColor', '#12', 'allowed: a colour'],
  ['money', 'RM', 'money: "RM"; allowed: {amount} with at most 5 characters beside it, such as "RM{amount}"'],
  ['money', '{amount} €', 'money: "{amount} €"; allowed: {amount} with at most 5 characters beside it'],
  ['offer.adultAge', -1, 'offer.adultAge: -1; allowed: a whole number from 18 to 99'],
  ['offer.adultAge', 17.5, 'allowed: a whole number from 18 to 99'],
  ['offer.dailyBonusPercent', 0, 'allowed: a whole number from 1 to 1,000'],
  ['offer.freeCreditDays', 367, 'allowed: a whole number from 1 to 366'],
  ['offer.freeBonus', '', 'offer.freeBonus: ""; allowed: a text of 1 to 20 characters'],
  ['offer.freeBonus', '68.88 €', 'offer.freeBonus: "68.88 €"; allowed: \\u00a0 in place of each space'],
  ['offer.freeBonus', Number.NaN, 'allowed: a text or a whole number'],
  ['maxBytes.picture', 0, 'maxBytes.picture: 0; allowed: a whole number of bytes from 1,000 to 5,000,000'],
  ['allowedOrigins', { 'font-src': ['fonts.example'] }, 'allowed: an origin, such as "https://fonts.example"'],
  ['allowedOrigins', { 'font-src': ['https://fonts.example/'] }, 'allowed: an origin'],
  ['allowedOrigins', { 'script-src': ["'unsafe-inline'"] }, 'allowed: an origin'],
  ['redirects', { old: '/' }, 'redirects.old:'],
  ['redirects', { '/old': 'https://other.example/' }, `redirects./old: "https://other.example/"; ${ownPath}`],
  ['redirects', { '/old': '//other.example/' }, ownPath],
  ['retiredWorkers', ['sw.js'], 'retiredWorkers.0: "sw.js"; allowed: a path of this site'],
  ['retiredWorkers', ['/sw'], 'the path of a script'],
  ['retiredWorkers', ['/assets/sw.js'], 'which the server does not have'],
  ['operatorPaths.signUp', 'javascript:alert(1)', `operatorPaths.signUp: "javascript:alert(1)"; ${below}`],
  ['operatorPaths.signUp', 'https://other.example/', below],
  ['operatorPaths.signUp', '/th/', below],
  ['operatorPaths.login', '../login', below],
  ['operatorPaths.login', 'log in/', below],
  ['operatorPaths.blog', '', 'operatorPaths.blog: ""; allowed: a name other than `blog` and `messaging`'],
  ['linkPath', 'api/winbox', `linkPath: "api/winbox"; ${ownPath}`],
  ['linkPath', '/api/win box', ownPath],
  ['linkFields.link', '', 'linkFields.link: ""; allowed: the name of a field: letters, digits and _'],
  ['linkFields.link', 'a&b', 'the name of a field'],
  ['linkFields.link', config.linkFields.blogLink, 'allowed: two fields of different names'],
  ['dataSources.rates', { url: 'rates.json', refreshSeconds: 60, fields: {} }, 'dataSources.rates.url: "rates.json"; allowed: an http or https URL'],
  ['dataSources.rates', { url: 'https://me:secret@rates.example/', refreshSeconds: 60, fields: {} }, 'allowed: an http or https URL without a user or password'],
  ['dataSources.rates', { url: 'https://rates.example/', refreshSeconds: 0, fields: {} }, 'allowed: a whole number of seconds from 1 to 86,400'],
  ['dataSources.rates', { url: 'https://rates.example/', refreshSeconds: 60, fields: { myr: { at: 'rates..MYR', type: 'number', initial: null } } }, 'allowed: names and indexes joined by dots, such as "rates.MYR"'],
  ['dataSources.rates', { url: 'https://rates.example/', refreshSeconds: 60, fields: { myr: { at: 'rates.MYR', type: 'number', initial: '4.7' } } }, 'allowed: an `initial` of its `type`, or null'],
  ['linkRetry.firstMilliseconds', 0, `linkRetry.firstMilliseconds: 0; ${times} 600,000`],
  ['linkRetry.firstMilliseconds', 61_000, 'allowed: a first time that is no longer than the longest one'],
  ['times.matchStart', '2026-12-05T20:00', zone],
  ['times.matchStart', '2026-02-30T20:00+08:00', zone],
  ['times.matchStart', 'soon', zone],
  ['timeZone', 'Mars/Phobos', 'allowed: a time zone, such as "Asia/Kuala_Lumpur"'],
];

test.each(nonsense)(
  '%s: %j is reported with its value and what is allowed',
  (key, value, report) => {
    const [group = '', member] = key.split('.');
    const before = Reflect.get(config, group);
    const errors = configErrors({
      ...config,
      [group]: member ? { ...before, [member]: value } : value,
    });
    assert.equal(errors.length, 1, errors.join('\n'));
    assert.ok(errors[0]?.includes(report), errors[0]);
  },
);

// biome-ignore format: a row a line
const routes: [what: string, paths: Record<string, string | undefined>, ...reports: string[]][] = [
  ['pages and redirects', { '/': undefined, '/promo': undefined, '/old': '/promo' }],
  ['a page of the server', { '/api/vip': undefined }, '/api/vip: the server has this path'],
  ['a page among the files', { '/assets/vip': undefined }, '/assets/vip: the server has this path'],
  ['a page for crawlers', { '/robots.txt': undefined }, '/robots.txt: the server has this path'],
  ['a page at the path of the links', { '/links': undefined }, 'linkPath: /links is a page or redirect'],
  ['a page that no browser requests', { '/ä': undefined }, 'the page /ä: no path that browsers send'],
  ['a loop', { '/': undefined, '/a': '/b', '/b': '/a' }, 'the redirect to /b: there is no such page', 'the redirect to /a: there is no such page'],
  ['a redirect to nowhere', { '/': undefined, '/a': '/b' }, 'the redirect to /b: there is no such page'],
];

test.each(routes)('Reports of paths: %s', (_, paths, ...reports) => {
  const list = Object.entries(paths).map(([path, redirect]) =>
    redirect ? { path, redirect } : { path },
  );
  assert.deepEqual(pathErrors(list, '/links'), reports);
});

test('Reports a colour that the palette has no more', () => {
  const styles =
    ':root{--ink:var(--ground-900)}p{color:var(--ink);left:var(--place);top:var(--up,0)}';
  assert.deepEqual(undefinedProperties(styles, 'style.setProperty("--place",x)'), ['--ground-900']);
});
