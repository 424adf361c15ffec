import { intlFor } from '../client/shared/intl.ts';
import type { PageMeta } from '../client/shared/page-meta.ts';
import type { PageState } from '../client/shared/page-state.ts';
import { escapeHtml, escapeJson } from './escape.ts';
import { documentHead } from './head.ts';
import type { Site } from './site.ts';

/**
 * Everything before React's HTML.
 *
 * @param canonical as in `describePage`
 */
export function documentStart(
  site: Site,
  state: PageState,
  meta: PageMeta,
  canonical: string | null,
): string {
  const { currentLanguage, locales } = state;
  const dir = locales.find(({ code }) => code === currentLanguage)?.dir ?? 'ltr';

  return `<!doctype html>
<html lang="${currentLanguage}" dir="${dir}">
<head>
${documentHead(site, state, meta, canonical)}
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
