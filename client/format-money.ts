import { money } from './site/config.ts';

/** Formats cents as money with two decimals, the same in every language and engine. */
export function formatMoney(cents: number): string {
  const decimals = String(cents % 100).padStart(2, '0');
  return money.replace('{amount}', () => `${Math.floor(cents / 100)}.${decimals}`);
}
