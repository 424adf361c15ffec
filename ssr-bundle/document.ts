import { intlFor } from '../client/language/intl.ts';
import type { Messages } from '../client/language/messages.ts';
import { glyphTag } from '../client/language/tag.ts';
import { memoized } from '../client/memoize.ts';
import type { PageState } from '../client/state/page-state.ts';
import { escapeHtml, escapeJson } from './escape.ts';
import { documentHead, linkedData } from './head.ts';
import type { PageDescription } from './page.ts';
import type { Site } from './site.ts';

/** The HTML of a page around React's output and its state. */
interface Frame {
  start: string;
  beforeState: string;
  end: string;
}

/** Cache of frames by locale and URL. */
const frames = new Map<string, Frame>();

function frameOf(site: Site, page: PageDescription): Frame {
  const key = [page.locale, page.path, page.canonicalUrl].join(' ');
  return memoized(frames, key, () => createFrame(site, page));
}

function createFrame(site: Site, page: PageDescription): Frame {
  const { code, dir } = page.language;

  return {
    start: `<!doctype html>
<html lang="${code}" dir="${dir}" class="is-static">
<head>
${documentHead(site, page)}
</head>
<body lang="${glyphTag(code)}">
<div id="app">`,
    beforeState: `</div>
<script type="application/json" id="state"${appAttributes(site)}>`,
    end: `</script>${linkedData(site, page)}
<link rel="stylesheet" media="print" href="${site.assets.print}">
</body>
</html>
`,
  };
}

/** Returns the HTML before React's output. */
export function documentStart(site: Site, page: PageDescription): string {
  return frameOf(site, page).start;
}

/**
 * Returns the HTML after React's output: what the app starts from, and linked data. None of it is in the head,
 * which delays the first view.
 */
export function documentEnd(site: Site, page: PageDescription, htmlLength: number): string {
  const { beforeState, end } = frameOf(site, page);
  return beforeState + stateJson({ ...page.state, htmlLength }) + end;
}

/** Returns the attributes with the app's scripts, and the share of the visits that it measures. */
function appAttributes({ assets, webVitalsSample }: Site): string {
  const { app, errors, vitals } = assets;
  const measuring = ` data-vitals="${vitals}" data-vitals-sample="${webVitalsSample}"`;
  return ` data-app="${app}" data-errors="${errors}"${webVitalsSample ? measuring : ''}`;
}

/** Cache of the JSON of what all pages of a language share and is long, by the language's messages. */
const sharedStates = new WeakMap<Messages, string>();

/**
 * Returns the state as JSON for a data block.
 *
 * @public `bench/peers/react`, which knip does not check, has the same.
 */
export function stateJson(state: PageState): string {
  const { locales, messages, ...own } = state;
  const sharedJson = memoized(sharedStates, messages, () => escapeJson({ locales, messages }));
  const ownJson = escapeJson(own);
  return `${ownJson.slice(0, -1)},${sharedJson.slice(1)}`;
}

/** Returns the rest of an app shell, a document that the client renders, with words until then. */
export function shellEnd(site: Site, page: PageDescription): string {
  const { state, meta } = page;
  const { formatMessage } = intlFor(state.currentLanguage, state.messages);
  const [title, description] = [meta.title, meta.description].map((id) =>
    escapeHtml(formatMessage({ id })),
  );
  return `<main class="notice"><h1>${title}</h1><p>${description}</p></main>${documentEnd(site, page, 0)}`;
}
