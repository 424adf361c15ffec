import { brand, themeColor } from '../client/shared/business.ts';
import { intlFor } from '../client/shared/intl.ts';
import type { PageMeta } from '../client/shared/page-meta.ts';
import type { PageState } from '../client/shared/page-state.ts';
import { escapeHtml, escapeJson } from './escape.ts';
import type { Site } from './site.ts';

/**
 * Everything before React's HTML.
 *
 * @param canonical the address search engines keep, without the origin; null: none
 */
export function documentStart(
  site: Site,
  state: PageState,
  meta: PageMeta,
  canonical: string | null,
): string {
  const { assets } = site;
  const { currentLanguage, locales, messages } = state;
  const { formatMessage } = intlFor(currentLanguage, messages);
  const dir = locales.find(({ code }) => code === currentLanguage)?.dir ?? 'ltr';
  const title = escapeHtml(formatMessage({ id: meta.title }));
  const description = escapeHtml(formatMessage({ id: meta.description }));

  return `<!doctype html>
<html lang="${currentLanguage}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="application-name" content="${brand}">
<meta name="theme-color" content="${themeColor}">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}" data-app="${assets.app}"></script>
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${assets.touchIcon}">
<link rel="manifest" href="/site.webmanifest">
${addresses(site, canonical)}
</head>
<body>
<div id="app">`;
}

/**
 * Everything after React's HTML, with the state the client starts from.
 *
 * @param more HTML that follows the app's
 */
export function documentEnd(state: PageState, more = ''): string {
  return `</div>${more}
<script type="application/json" id="state">${escapeJson(state)}</script>
</body>
</html>
`;
}

/** What stands in place of React's HTML where the client renders it. */
export function emptyPage(state: PageState, meta: PageMeta): string {
  const { formatMessage } = intlFor(state.currentLanguage, state.messages);
  const [title, description] = [meta.title, meta.description].map((id) =>
    escapeHtml(formatMessage({ id })),
  );
  const words = `<noscript><h1>${title}</h1><p>${description}</p></noscript>`;
  return documentEnd(state, words);
}

/** The page's own address and its translations, for search engines. */
function addresses(site: Site, canonical: string | null): string {
  if (canonical === null) return '<meta name="robots" content="noindex">';
  const absolute = (address: string) => escapeHtml(site.publicUrl.replace(/\/$/, '') + address);
  return [
    `<link rel="canonical" href="${absolute(canonical)}">`,
    `<link rel="alternate" hreflang="x-default" href="${absolute('/')}">`,
    ...site.locales.map(
      ({ code }) =>
        `<link rel="alternate" hreflang="${code}" href="${absolute(`/?lang=${code}`)}">`,
    ),
  ].join('\n');
}
