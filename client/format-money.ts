import { currency } from './site/config.ts';

/** Formats cents with the currency and two decimals, the same in every language and engine. */
export function formatMoney(cents: number): string {
  const decimals = String(cents % 100).padStart(2, '0');
  return `${currency}${Math.floor(cents / 100)}.${decimals}`;
}
