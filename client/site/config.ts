/**
 * What makes this site the one that it is, as values: its name, offer and amounts, and the operator's
 * site. `palette.css` has the colours, `pictures/` the icons and the pictures of several parts; the texts are in
 * `locales/`, and what one part of the page has alone, in its folder in `client/features/`. The build hands the
 * server what it needs (`site.json`).
 */

import type { DataSources } from '../state/data-source.ts';

export const brand = 'Marquee';

/** Theme colour of browser UI, the same as the page's background (`--ground-900` in `palette.css`). */
export const themeColor = '#0e0c14';

/** How amounts of money are written; a space beside the amount is `\u00a0`, here and in `offer`. */
export const money = 'RM{amount}';

/**
 * The first languages of the menu, of those that the site has; the first of them is its default, for visitors who ask
 * for none of the site's. Others follow, sorted by code. All are translated from English, whatever the default is.
 *
 * @public The build sorts the languages by it.
 */
export const firstLanguages = ['en', 'zh', 'ms'];

/**
 * Amounts and terms of the offer, variables of any message.
 *
 * @public The build formats messages with it.
 */
export const offer = {
  newMemberBonus: 'RM10',
  freeBonus: 'RM68.88',
  firstDepositBonus: 'RM188',
  dailyBonusPercent: 50,
  freeCreditDays: 365,
  adultAge: 18,
} as const;

/**
 * The messages in the pictures for social media: a headline, which is also their alternative text, what is offered, and
 * its terms.
 */
export const shareWords = {
  headline: 'intro.slogan.title',
  offers: ['welcome.popup.title', 'offers.welcome.text'],
  terms: 'offers.terms.short',
} as const;

/**
 * Limits of what clients download, in bytes as sent: of all scripts before the page is interactive, of the style
 * sheet, and of each picture, which the build rejects; of a page's HTML, and of all pictures that a phone loads for its
 * first view, which the tests do.
 *
 * @public The build and the tests compare with them.
 */
export const maxBytes = {
  scripts: 90_000,
  styles: 14_000,
  picture: 200_000,
  document: 9_000,
  picturesOfFirstView: 120_000,
} as const;

/**
 * Other origins that pages may use, by directive of the Content Security Policy, such as
 * `'frame-src': ['https://video.example']`.
 *
 * @public The build makes the policy of it.
 */
export const allowedOrigins: Record<string, string[]> = {};

/** Redirects from former paths. */
export const redirects: Record<string, string> = { '/winbox-login': '/' };

/**
 * Scripts of service workers of a former site, which serve its pages until the server retires them.
 *
 * @public The build writes what retires them.
 */
export const retiredWorkers: string[] = [];

/** Pages of the operator's site, relative to its base link, by names of the site's own: `<OutgoingLink to="signUp">`. */
export const operatorPaths = {
  home: '',
  signUp: 'winbox-signup/',
  login: 'winbox-login/',
} as const;

/** What links to other sites tell search engines of themselves: that they are paid. Empty for links of one's own. */
export const linkRel = 'nofollow sponsored';

/** Path of the operator's links, here and in the content service. */
export const linkPath = '/api/winbox';

/** Fields of the operator's links in the content service. */
export const linkFields = {
  link: 'winbox77_my',
  blogLink: 'winboxv2_com',
} as const;

/**
 * Data of other services that pages have from their first byte, by names of the site's own, such as
 * `usePageStore(({ data }) => data.rates)`. The server asks for them, and keeps the last known good values.
 */
export const dataSources = {} as const satisfies DataSources;

/** Exponential backoff of requests for a missing link. */
export const linkRetry = { firstMilliseconds: 5_000, longestMilliseconds: 60_000 } as const;

/** Times, variables of any message as well. */
export const times = { matchStart: '2024-09-21T19:30+08:00' } as const;

/**
 * The time zone in which messages show them.
 *
 * @public The build formats messages with it.
 */
export const timeZone = 'Asia/Kuala_Lumpur';
