import { brand, themeColor } from '../client/shared/business.ts';
import { intlFor } from '../client/shared/intl.ts';
import { addressIn } from '../client/shared/languages.ts';
import { escapeHtml, escapeJson } from './escape.ts';
import { isIndexable, type Page } from './page.ts';
import type { Site, SiteLocale } from './site.ts';

/**
 * What stands in the document's head: first what the page needs to be painted,
 * then what only crawlers read.
 */
export function documentHead(site: Site, { state, meta, canonical }: Page): string {
  const { assets } = site;
  const { formatMessage } = intlFor(state.currentLanguage, state.messages);
  const title = formatMessage({ id: meta.title });
  const description = formatMessage({ id: meta.description });
  const language = site.locales.find(({ code }) => code === state.currentLanguage);

  const forBrowsers = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)}</title>
${named('description', description)}
${named('application-name', brand)}
${named('theme-color', themeColor)}
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}" data-app="${assets.app}"></script>
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${assets.touchIcon}">
<link rel="manifest" href="/site.webmanifest">`;

  if (canonical === null || !language) return `${forBrowsers}\n${named('robots', 'noindex')}`;

  const path = canonical.replace(/\?.*/, '');
  const url = site.publicUrl + canonical;
  const words = { title, description, picture: plain(formatMessage({ id: 'intro.slogan.title' })) };
  return [
    forBrowsers,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...alternates(site, path),
    ...socialCards(site, language, url, words),
    // The other pages would only repeat it.
    ...(path === '/' ? [linkedData(site)] : []),
  ].join('\n');
}

/** The page's translations: the same list on every one of them, itself included. */
function alternates({ publicUrl, locales }: Site, path: string): string[] {
  const alternate = (hreflang: string, address: string) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(publicUrl + address)}">`;
  return [
    alternate('x-default', path),
    ...locales.filter(isIndexable).map(({ code }) => alternate(code, addressIn(path, code))),
  ];
}

/** What social networks and messengers show of a link (ogp.me, and what X reads beside it). */
function socialCards(
  { publicUrl, locales }: Site,
  language: SiteLocale,
  url: string,
  words: Record<'title' | 'description' | 'picture', string>,
): string[] {
  const { address, width, height } = language.sharePicture;
  const others = locales.filter((locale) => isIndexable(locale) && locale !== language);
  return [
    property('og:type', 'website'),
    property('og:site_name', brand),
    property('og:title', words.title),
    property('og:description', words.description),
    property('og:url', url),
    property('og:locale', language.openGraph),
    ...others.map(({ openGraph }) => property('og:locale:alternate', openGraph)),
    property('og:image', publicUrl + address),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', String(width)),
    property('og:image:height', String(height)),
    property('og:image:alt', words.picture),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', words.title),
    named('twitter:description', words.description),
    named('twitter:image', publicUrl + address),
    named('twitter:image:alt', words.picture),
  ];
}

/** Who speaks here and in which languages (schema.org), as far as the page shows it. */
function linkedData({ publicUrl, locales, assets }: Site): string {
  const url = `${publicUrl}/`;
  const organization = `${url}#organization`;
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organization,
        name: brand,
        url,
        logo: publicUrl + assets.icon512,
      },
      {
        '@type': 'WebSite',
        '@id': `${url}#website`,
        name: brand,
        url,
        inLanguage: locales.filter(isIndexable).map(({ code }) => code),
        publisher: { '@id': organization },
      },
    ],
  };
  return `<script type="application/ld+json">${escapeJson(data)}</script>`;
}

/** A text of the page without the characters by which the build says where its lines may end. */
function plain(text: string): string {
  return text.replace(/[\u200b\u2060]/g, '').replaceAll('\u00a0', ' ');
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}
