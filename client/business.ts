/**
 * All business constants of the site. Duplicated in a file that cannot import them: name and colour in
 * `site.webmanifest`.
 */

export const brand = 'Marquee';

/** Theme colour of browser UI, the same as the page's background. */
export const themeColor = '#0e0c14';

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

/** Pages of the operator's site, relative to its base link. */
export const operatorPaths = {
  home: '',
  signUp: 'winbox-signup/',
  login: 'winbox-login/',
} as const;

/** Path of the operator's links, here and in the content service. */
export const linkPath = '/api/winbox';

/** Fields of the operator's links in the content service. */
export const linkFields = {
  link: 'winbox77_my',
  blogLink: 'winboxv2_com',
} as const;

/** Exponential backoff of requests for a missing link. */
export const linkRetry = { firstMilliseconds: 5_000, longestMilliseconds: 60_000 } as const;

/** The live table. Amounts are in cents, upper limits exclusive. */
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

/** Start of the match on the sports card, and the time zone in which it is shown. */
export const sportsCard = {
  start: '2024-09-21T19:30+08:00',
  timeZone: 'Asia/Kuala_Lumpur',
} as const;

/** Formats cents as `RM` with two decimals, the same in every language and engine. */
export function formatMoney(cents: number): string {
  const decimals = String(cents % 100).padStart(2, '0');
  return `RM${Math.floor(cents / 100)}.${decimals}`;
}
