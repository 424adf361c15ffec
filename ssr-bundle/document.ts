import { intlFor } from '../client/language/intl.ts';
import type { Messages } from '../client/language/messages.ts';
import { memoized } from '../client/memoize.ts';
import type { PageState } from '../client/state/page-state.ts';
import { escapeHtml, escapeJson } from './escape.ts';
import { documentHead } from './head.ts';
import type { PageDescription } from './page.ts';
import type { Site } from './site.ts';

/** Cache of document starts by locale and URL. */
const starts = new Map<string, string>();

/** Returns the HTML before React's output, cached for each page. */
export function documentStart(site: Site, page: PageDescription): string {
  const key = [page.locale, page.path, page.canonicalUrl].join(' ');
  return memoized(starts, key, () => createStart(site, page));
}

function createStart(site: Site, page: PageDescription): string {
  const { code, dir } = page.language;

  return `<!doctype html>
<html lang="${code}" dir="${dir}" class="is-static">
<head>
${documentHead(site, page)}
</head>
<body>
<div id="app">`;
}

/**
 * Returns the HTML after React's output, with the state for hydration.
 */
export function documentEnd(state: PageState): string {
  return `</div>
<script type="application/json" id="state">${stateJson(state)}</script>
</body>
</html>
`;
}

/** Cache of the JSON that all pages of a language share, by the language's messages. */
const sharedStates = new WeakMap<Messages, string>();

function stateJson(state: PageState): string {
  const { path, htmlLength, link, blogLink, seed, ...shared } = state;
  const sharedJson = memoized(sharedStates, state.messages, () => escapeJson(shared));
  const ownJson = escapeJson({ path, htmlLength, link, blogLink, seed });
  return `${ownJson.slice(0, -1)},${sharedJson.slice(1)}`;
}

/** Returns the rest of an app shell, a document that the client renders, with words until then. */
export function shellEnd({ state, meta }: PageDescription): string {
  const { formatMessage } = intlFor(state.currentLanguage, state.messages);
  const [title, description] = [meta.title, meta.description].map((id) =>
    escapeHtml(formatMessage({ id })),
  );
  return `<main class="notice"><h1>${title}</h1><p>${description}</p></main>${documentEnd(state)}`;
}
