import { exampleState, locales } from '../client/testing/render-page.tsx';
import { localeFacts } from './build/locale-facts.mjs';
import type { PageInLocale, Site } from './site.ts';

/** The site as tests know it, with the real messages. */
export const exampleSite: Site = {
  build: 'test',
  assets: {
    script: '/assets/a.js',
    app: '/assets/b.js',
    style: '/assets/a.css',
    icon: '/i.svg',
    touchIcon: '/t.png',
    icon512: '/i.png',
  },
  locales: exampleState().locales.map((locale, place) => ({
    ...locale,
    ...localeFacts(locale.code),
    sharePicture: { address: `/share-${locale.code}.jpg`, width: 1200, height: 630 },
    table: locales[place]?.table ?? {},
  })),
  publicUrl: 'https://site.example',
  messagingLink: 'https://message.example/us',
};

/** A page of it as the server describes it: without a canonical URL unless it is one of the site. */
export function examplePage(
  path: string,
  locale: string,
  { isLocaleFixed = false, isIndexable = path === '/' } = {},
): PageInLocale {
  const url = `${exampleSite.publicUrl}${path}`;
  const translations = exampleSite.locales.map(({ code }) => ({
    hreflang: code,
    url: `${url}?lang=${code}`,
  }));
  return {
    path,
    locale,
    isLocaleFixed,
    canonicalUrl: isIndexable ? url + (isLocaleFixed ? `?lang=${locale}` : '') : null,
    alternates: isIndexable ? [{ hreflang: 'x-default', url }, ...translations] : [],
  };
}
