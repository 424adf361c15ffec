import { stat } from 'node:fs/promises';

const file = 'client/site/config.ts';

export type SiteConfig = typeof import('../../client/site/config.ts');

/** Loads the site's configuration as it is now: the development server builds again when it has changed. */
export async function loadSiteConfig(): Promise<SiteConfig> {
  const { mtimeMs } = await stat(file);
  return import(/* @vite-ignore */ `../../${file}?version=${Math.trunc(mtimeMs)}`);
}
