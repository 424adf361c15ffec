import { liveTable } from '../../shared/business.ts';
import { integerBelow, type RandomSource } from './random.ts';

/** One made-up transaction; amounts in cents. */
export interface LiveRow {
  topUpId: string;
  topUpAmount: number;
  withdrawId: string;
  withdrawAmount: number;
  game: string;
}

/** Fresh rows for the whole table. */
export function randomRows(random: RandomSource): LiveRow[] {
  return Array.from({ length: liveTable.rows }, () => randomRow(random));
}

function randomRow(random: RandomSource): LiveRow {
  return {
    topUpId: maskedMember(random),
    topUpAmount: integerBelow(liveTable.topUpBelowCents, random),
    withdrawId: maskedMember(random),
    withdrawAmount: integerBelow(liveTable.withdrawBelowCents, random),
    game: liveTable.games[integerBelow(liveTable.games.length, random)] ?? liveTable.games[0],
  };
}

/** Looks like a telephone number of which only the end is shown. */
function maskedMember(random: RandomSource): string {
  const end = String(integerBelow(1000, random)).padStart(3, '0');
  return liveTable.memberPrefix + liveTable.memberMask + end;
}
