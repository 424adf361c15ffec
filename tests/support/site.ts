import { join } from 'node:path';
import { siteFolder } from './marquee.ts';

/** The configuration of the site under test. */
export const config: typeof import('../../client/site/config.ts') = await import(
  join(siteFolder, 'client/site/config.ts')
);
