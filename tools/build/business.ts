import { stat } from 'node:fs/promises';

/** The values of the variables in any message, and the time zone of dates. */
export interface Constants {
  values: Record<string, string | number | Date>;
  timeZone: string;
}

/** Loads the business constants as they are now: the development server builds again when they have changed. */
export async function loadBusiness(): Promise<typeof import('../../client/business.ts')> {
  const { mtimeMs } = await stat('client/business.ts');
  return import(/* @vite-ignore */ `../../client/business.ts?version=${Math.trunc(mtimeMs)}`);
}

/** Loads what messages are formatted with. */
export async function loadConstants(): Promise<Constants> {
  const { brand, offer, sportsCard } = await loadBusiness();
  const { start, timeZone } = sportsCard;
  return { values: { brand, ...offer, start: new Date(start) }, timeZone };
}
