import type { ComponentType } from 'react';
import { HomePage } from '../pages/home/home-page.tsx';
import { NotFoundPage } from '../pages/not-found/not-found-page.tsx';
import type { MessageId } from '../shared/message-id.ts';

/** A page: its content, and its texts in the document's head. */
export interface Page {
  component: ComponentType;
  title: MessageId;
  description: MessageId;
}

/** The site's pages by path. Everything that depends on the list takes it from here. */
const pages: Record<string, Page> = {
  '/': {
    component: HomePage,
    title: 'page.home.title',
    description: 'page.home.description',
  },
};

/** Former paths, and the pages that they lead to. */
const redirects: Record<string, keyof typeof pages> = { '/winbox-login': '/' };

/** The page at every path without one. */
const notFoundPage: Page = {
  component: NotFoundPage,
  title: 'page.notFound.title',
  description: 'page.notFound.description',
};

/** An entry of the list that the server works with; the build writes it to `site.json`. */
export interface Route {
  path: string;
  /** Path of the page that it redirects to. */
  redirect?: string;
}

/** All paths of the site. */
export const routes: readonly Route[] = [
  ...Object.keys(pages).map((path) => ({ path })),
  ...Object.entries(redirects).map(([path, redirect]) => ({ path, redirect })),
];

/** The page at a path: the not-found page where there is none. */
export function pageAt(path: string): Page {
  return (Object.hasOwn(pages, path) ? pages[path] : undefined) ?? notFoundPage;
}

/**
 * The page that a path leads to, and the redirect by which it does. Paths are compared byte by
 * byte, as on the server: the router's own matching ignores case and a trailing slash, and has no
 * route at all for a path with an escaped line end.
 */
export function resolvePath(path: string): { page: Page; redirect: string | undefined } {
  const redirect = Object.hasOwn(redirects, path) ? redirects[path] : undefined;
  return { page: pageAt(redirect ?? path), redirect };
}
