import { stat } from 'node:fs/promises';

/** Loads the business constants as they are now: the development server builds again when they have changed. */
export async function loadBusiness(): Promise<typeof import('../../client/business.ts')> {
  const { mtimeMs } = await stat('client/business.ts');
  return import(/* @vite-ignore */ `../../client/business.ts?version=${Math.trunc(mtimeMs)}`);
}
