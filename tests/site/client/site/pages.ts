import type { PageDefinition } from '../app/page-definition.ts';
import { AboutPage } from '../pages/about-page.tsx';
import { HomePage } from '../pages/home-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';

export const pages: Record<string, PageDefinition> = {
  '/': { component: HomePage, title: 'page.home.title', description: 'page.home.description' },
  '/about': {
    component: AboutPage,
    title: 'page.about.title',
    description: 'page.about.description',
  },
};

export const notFoundPage: PageDefinition = {
  component: NotFoundPage,
  title: 'page.notFound.title',
  description: 'page.notFound.description',
};
