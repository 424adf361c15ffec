import { redirects } from '../site/config.ts';
import { notFoundPage, pages } from '../site/pages.ts';
import type { PageDefinition } from './page-definition.ts';

/** A route; the build writes them to `site.json` for the server. */
export interface Route {
  path: string;
  /** Target path of a redirect. */
  redirect?: string;
}

/** Returns all routes of the site. A function, which the client bundle lacks. */
export const routesOfSite = (): Route[] => [
  ...Object.keys(pages).map((path) => ({ path })),
  ...Object.entries(redirects).map(([path, redirect]) => ({ path, redirect })),
];

/**
 * Returns the page at a path, or the not-found page. Paths match exactly, as on the server; React Router's
 * matching ignores case and a trailing slash, and fails for paths with an escaped line break.
 */
export function pageAt(path: string): PageDefinition {
  return pages[path] ?? notFoundPage;
}
