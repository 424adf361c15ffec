import { integerBelow } from './random.ts';

/**
 * Amounts are in cents, upper limits exclusive. A member that is longer than 11 characters breaks on narrow
 * phones: where, `\u200b` in the mask says.
 */
export const liveTable = {
  rows: 5,
  refreshMilliseconds: 10_000,
  topUpBelowCents: 50_00,
  withdrawBelowCents: 2_000_00,
  memberPrefix: '601',
  memberMask: '***',
  games: ['KISS918', 'RICHGAMING', 'JILI'],
} as const;

/** Generates the rows of a table: illustrative transactions, with amounts in cents. */
export function randomRows(random: () => number) {
  return Array.from({ length: liveTable.rows }, () => randomRow(random));
}

function randomRow(random: () => number) {
  return {
    topUpId: maskedMember(random),
    topUpAmount: integerBelow(liveTable.topUpBelowCents, random),
    withdrawId: maskedMember(random),
    withdrawAmount: integerBelow(liveTable.withdrawBelowCents, random),
    game: liveTable.games[integerBelow(liveTable.games.length, random)] ?? liveTable.games[0],
  };
}

/** Generates a masked telephone number. */
function maskedMember(random: () => number): string {
  const end = String(integerBelow(1000, random)).padStart(3, '0');
  return liveTable.memberPrefix + liveTable.memberMask + end;
}
