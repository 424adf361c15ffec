import type { PageDefinition } from '../client/app/page-definition.ts';
import { pageAt } from '../client/app/pages.ts';
import { initialData } from '../client/state/data.ts';
import type { PageState } from '../client/state/page-state.ts';
import type { PageInLocale, PageRequest, Site, SiteLocale } from './site.ts';

/** A page to render. */
export interface PageDescription extends PageInLocale {
  meta: Pick<PageDefinition, 'title' | 'description'>;
  language: SiteLocale;
  state: PageState;
}

/** Adds metadata, language and hydration state to the requested page. */
export function describePage(site: Site, request: PageRequest): PageDescription {
  const { page, link, blogLink, data, seed } = request;
  const language = site.locales.find(({ code }) => code === page.locale);
  if (!language) throw new Error(`unknown language ${page.locale}`);

  return {
    ...page,
    meta: pageAt(page.path),
    language,
    state: {
      build: site.build,
      path: page.path,
      htmlLength: 0,
      currentLanguage: page.locale,
      link,
      blogLink,
      messagingLink: site.messagingLink,
      data: { ...initialData, ...data },
      seed,
      locales: site.locales
        .filter(({ code, isDraft }) => !isDraft || code === page.locale)
        .map(({ code, name, dir, messages }) => ({ code, name, dir, messages })),
      messages: language.table,
    },
  };
}
