import { intlFor } from '../client/shared/intl.ts';
import type { Messages, PageState } from '../client/shared/page-state.ts';
import { remembered } from '../client/shared/remembered.ts';
import { escapeHtml, escapeJson } from './escape.ts';
import { documentHead } from './head.ts';
import type { Page } from './page.ts';
import type { Site } from './site.ts';

/** What stands before the pages of each address, in each language. */
const starts = new Map<string, string>();

/** Everything before React's HTML; written once for each of the site's pages. */
export function documentStart(site: Site, page: Page): string {
  const key = [page.locale, page.path, page.canonicalUrl].join(' ');
  return remembered(starts, key, () => newStart(site, page));
}

function newStart(site: Site, page: Page): string {
  const { code, dir } = page.language;

  return `<!doctype html>
<html lang="${code}" dir="${dir}">
<head>
${documentHead(site, page)}
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
<script type="application/json" id="state">${stateJson(state)}</script>
</body>
</html>
`;
}

/** The part of the state that all pages of a language share, by the language's messages. */
const sharedStates = new WeakMap<Messages, string>();

function stateJson(state: PageState): string {
  const { addressLanguage, link, blogLink, seed, ...shared } = state;
  const sharedJson = remembered(sharedStates, state.messages, () => escapeJson(shared));
  const ownJson = escapeJson({ addressLanguage, link, blogLink, seed });
  return `${ownJson.slice(0, -1)},${sharedJson.slice(1)}`;
}

/** What stands in place of React's HTML where the client renders it. */
export function emptyPage({ state, meta }: Page): string {
  const { formatMessage } = intlFor(state.currentLanguage, state.messages);
  const [title, description] = [meta.title, meta.description].map((id) =>
    escapeHtml(formatMessage({ id })),
  );
  const words = `<noscript><h1>${title}</h1><p>${description}</p></noscript>`;
  return documentEnd(state, words);
}
