import { type Page as PageMeta, pageAt } from '../client/app/pages.ts';
import type { PageState } from '../client/shared/page-state.ts';
import type { PageInLocale, PageRequest, Site, SiteLocale } from './site.ts';

/** A page before it is rendered. */
export interface Page extends PageInLocale {
  meta: Pick<PageMeta, 'title' | 'description'>;
  language: SiteLocale;
  state: PageState;
}

/** Adds what the bundle knows of the requested page, and the state that the client starts from. */
export function describePage(site: Site, request: PageRequest): Page {
  const { page, link, blogLink, seed } = request;
  const language = site.locales.find(({ code }) => code === page.locale);
  if (!language) throw new Error(`the site has no language ${page.locale}`);

  return {
    ...page,
    meta: pageAt(page.path),
    language,
    state: {
      build: site.build,
      currentLanguage: page.locale,
      addressLanguage: page.isLocaleFixed ? page.locale : null,
      link,
      blogLink,
      messagingLink: site.messagingLink,
      seed,
      locales: site.locales.map(({ code, name, dir, messages }) => ({ code, name, dir, messages })),
      messages: language.table,
    },
  };
}
