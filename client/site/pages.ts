import type { PageDefinition } from '../app/page-definition.ts';
import { HomePage } from '../pages/home/home-page.tsx';
import { NotFoundPage } from '../pages/not-found/not-found-page.tsx';

/** The site's pages by path. The only such list: the server gets it from `site.json`. */
export const pages: Record<string, PageDefinition> = {
  '/': {
    component: HomePage,
    title: 'page.home.title',
    description: 'page.home.description',
  },
};

/** The page of unknown paths. */
export const notFoundPage: PageDefinition = {
  component: NotFoundPage,
  title: 'page.notFound.title',
  description: 'page.notFound.description',
};
