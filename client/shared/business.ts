/**
 * Every business constant of the site. What no code can read repeats some of them:
 * name and colour stand in `site.webmanifest` as well, name and amounts in
 * `assets/share.html`, of which the pictures for social networks are taken.
 */

export const brand = 'Marquee';

/** The colour of a phone's address bar; the page's own ground. */
export const themeColor = '#0e0c14';

/** Amounts and terms of the offer, as `{name}` in any message. */
export const offer = {
  newMemberBonus: 'RM10',
  freeBonus: 'RM68.88',
  firstDepositBonus: 'RM188',
  dailyBonusPercent: '50',
  freeCreditDays: '365',
  adultAge: '18',
} as const;

/** Pages of the operator's site, relative to its base link. */
export const operatorPaths = {
  home: '',
  signUp: 'winbox-signup/',
  login: 'winbox-login/',
} as const;

/** Fields of the content service that hold the operator's links. */
export const linkFields = {
  link: 'winbox77_my',
  blogLink: 'winboxv2_com',
} as const;

/** Pauses between attempts while a link is missing: each one twice the last. */
export const linkRetry = { firstMilliseconds: 5_000, longestMilliseconds: 60_000 } as const;

/** The live table; amounts are in cents, upper limits are never reached. */
export const liveTable = {
  rows: 5,
  refreshMilliseconds: 10_000,
  topUpBelowCents: 50_00,
  withdrawBelowCents: 2_000_00,
  memberPrefix: '601',
  memberMask: '***',
  games: ['KISS918', 'RICHGAMING', 'JILI'],
} as const;

export const carousel = { intervalMilliseconds: 2_000, dragFactor: 2 } as const;

/** The static balance panel, in cents. */
export const balancePanel = {
  balanceCents: 0,
  minimumDepositCents: 1_00,
  minimumWithdrawCents: 20_00,
} as const;

/** Start of the match on the sports card, Malaysian time. */
export const sportsCard = {
  start: { year: '2024', month: '9', day: '21', time: '19:30' },
  startDateTime: '2024-09-21T19:30+08:00',
} as const;
