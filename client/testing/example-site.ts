import type { PageInLocale, Site } from '../../ssr-bundle/site.ts';
import { localeFacts } from '../../tools/build/locale-facts.ts';
import { exampleState, locales } from './example-state.ts';

/** A site for tests, with the real messages. */
export const exampleSite: Site = {
  build: 'test',
  assets: {
    beforePaint: '/assets/p.js',
    script: '/assets/a.js',
    app: '/assets/b.js',
    errors: '/assets/e.js',
    vitals: '/assets/c.js',
    visits: '/assets/v.js',
    style: '/assets/a.css',
    print: '/assets/d.css',
    icon: '/i.svg',
    touchIcon: '/t.png',
    icon512: '/i.png',
  },
  locales: exampleState().locales.map((locale, index) => ({
    ...locale,
    ...localeFacts(locale.code),
    isDraft: false,
    sharePicture: { url: `/share-${locale.code}.jpg`, width: 1200, height: 630 },
    table: locales[index]?.table ?? {},
  })),
  publicUrl: 'https://site.example',
  messagingLink: 'https://message.example/us',
  campaignParameters: ['utm_source', 'gclid'],
  visitReports: true,
  webVitalsSample: 0.1,
  preconnect: true,
};

/** A page of the example site, as requested by the server. */
export function examplePage(
  path: string,
  locale: string,
  { isLocaleFixed = false } = {},
): PageInLocale {
  const isIndexable = path === '/';
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
