import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '../../../client/app/pages.ts';
import { DIST_DIR } from '../../support/marquee.ts';

const { routes }: { routes: Route[] } = JSON.parse(
  readFileSync(join(DIST_DIR, 'site.json'), 'utf8'),
);

/** The paths of the pages of the site besides the home page, the last of which is not found. */
export const otherPaths = [
  ...routes.filter(({ path, redirect }) => path !== '/' && !redirect).map(({ path }) => path),
  '/nowhere',
];

export const paths = ['/', ...otherPaths];
