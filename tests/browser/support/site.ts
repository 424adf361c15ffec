/** What another site has other names for. */
import { liveTable } from '../../../client/features/live-table/rows.ts';
import { money, operatorPaths } from '../../../client/site/config.ts';
import { escaped } from '../../../tools/regexp.ts';

/** The base link of the operator, by default. */
const operator = 'https://operator.example/';

export const signUpUrl = operator + operatorPaths.signUp;

/** An amount of money, as a regular expression. */
export const moneyPattern = money.split('{amount}').map(escaped).join('\\d+\\.\\d\\d');

/** A masked member in a live table, as a regular expression. */
export const memberPattern = `${escaped(liveTable.memberPrefix + liveTable.memberMask)}\\d{3}`;
