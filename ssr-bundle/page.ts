import routes from '../client/routes.json' with { type: 'json' };
import { metaOf, notFoundMeta, type PageMeta } from '../client/shared/page-meta.ts';
import type { PageState } from '../client/shared/page-state.ts';
import type { PageRequest, Site, SiteLocale } from './site.ts';

/** A page before it is rendered. */
export interface Page {
  state: PageState;
  status: number;
  meta: PageMeta;
  /**
   * The address that search engines keep, without the origin; null keeps the
   * page out of them, and all else that is there for crawlers out of the page.
   */
  canonical: string | null;
}

/** Finds out which page a request is for, and what the client needs to know. */
export function describePage(site: Site, request: PageRequest): Page {
  const { address, locale, link, blogLink, seed } = request;
  const [path, search] = address.split('?');
  const language = site.locales.find(({ code }) => code === locale);
  if (!language) throw new Error(`the site has no language ${locale}`);
  const page = routes.find((route) => route.path === path)?.page;

  return {
    status: page ? 200 : 404,
    meta: page ? metaOf(page) : notFoundMeta,
    canonical: page && isIndexable(language) ? address : null,
    state: {
      build: site.build,
      currentLanguage: locale,
      addressLanguage: search === undefined ? null : locale,
      link,
      blogLink,
      messagingLink: site.messagingLink,
      seed,
      locales: site.locales.map(({ code, name, dir, messages }) => ({ code, name, dir, messages })),
      messages: language.table,
    },
  };
}

/** Whether search engines may know of the language. */
export function isIndexable({ isPseudo }: SiteLocale): boolean {
  return !isPseudo;
}
