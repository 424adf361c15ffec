import type { Graph } from 'schema-dts';
import { intlFor } from '../client/language/intl.ts';
import { brand, shareWords, themeColor } from '../client/site/config.ts';
import { escapeHtml, escapeJson } from './escape.ts';
import type { PageDescription } from './page.ts';
import type { Site } from './site.ts';

/**
 * Returns the contents of the document's head: first what browsers need to render the page, then
 * metadata for crawlers.
 */
export function documentHead(site: Site, page: PageDescription): string {
  const { assets } = site;
  const { state, meta, canonicalUrl } = page;
  const { formatMessage } = intlFor(state.currentLanguage, state.messages);
  const title = formatMessage({ id: meta.title });
  const description = formatMessage({ id: meta.description });

  const forBrowsers = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="format-detection" content="telephone=no,date=no">
<title>${escapeHtml(title)}</title>
${named('description', description)}
${named('application-name', brand)}
${named('theme-color', themeColor)}
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.beforePaint}"${campaignOf(site)}></script>
<script type="module" src="${assets.script}"></script>${visitsOf(site)}
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${assets.touchIcon}">
<link rel="manifest" href="/site.webmanifest">`;

  if (canonicalUrl === null) return `${forBrowsers}\n${named('robots', 'noindex')}`;

  const words = { title, description, picture: formatMessage({ id: shareWords.headline }) };
  return [
    forBrowsers,
    `<link rel="canonical" href="${escapeHtml(canonicalUrl)}">`,
    ...page.alternates.map(
      ({ hreflang, url }) =>
        `<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(url)}">`,
    ),
    ...socialCards(site, page, canonicalUrl, words),
  ].join('\n');
}

/** Returns the codes of the page's indexable locales. */
function translationsOf({ alternates }: PageDescription): string[] {
  return alternates.map(({ hreflang }) => hreflang).filter((tag) => tag !== 'x-default');
}

/** Returns the attribute that lets links carry a campaign, if they may. */
function campaignOf({ campaignParameters }: Site): string {
  return campaignParameters.length > 0 ? ` data-campaign="${campaignParameters}"` : '';
}

/** Returns the script that reports the visit and preconnects to the operator's site, with what of it it may. */
function visitsOf({ assets, visitReports, preconnect }: Site): string {
  const may = `${visitReports ? ' data-reports' : ''}${preconnect ? ' data-preconnect' : ''}`;
  return may && `\n<script async src="${assets.visits}"${may}></script>`;
}

/** Returns metadata for link previews: Open Graph (ogp.me), which X reads too, and what X has of its own. */
function socialCards(
  { publicUrl, locales }: Site,
  page: PageDescription,
  url: string,
  words: Record<'title' | 'description' | 'picture', string>,
): string[] {
  const { language } = page;
  const { sharePicture } = language;
  const { width, height } = sharePicture;
  const translations = translationsOf(page);
  const others = locales.filter(
    (locale) => translations.includes(locale.code) && locale !== language,
  );
  return [
    property('og:type', 'website'),
    property('og:site_name', brand),
    property('og:title', words.title),
    property('og:description', words.description),
    property('og:url', url),
    property('og:locale', language.openGraph),
    ...others.map(({ openGraph }) => property('og:locale:alternate', openGraph)),
    property('og:image', publicUrl + sharePicture.url),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', String(width)),
    property('og:image:height', String(height)),
    property('og:image:alt', words.picture),
    named('twitter:card', 'summary_large_image'),
    named('twitter:image:alt', words.picture),
  ];
}

/** Returns JSON-LD about the organization and the site (schema.org), on the home page only. */
export function linkedData({ publicUrl, assets }: Site, page: PageDescription): string {
  if (page.path !== '/' || page.canonicalUrl === null) return '';
  const inLanguage = translationsOf(page);
  const url = `${publicUrl}/`;
  const organization = `${url}#organization`;
  const data: Graph = {
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
        inLanguage,
        publisher: { '@id': organization },
      },
    ],
  };
  return `\n<script type="application/ld+json">${escapeJson(data)}</script>`;
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}
