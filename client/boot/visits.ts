/**
 * Reports each click on a link to another site, and the view when the page is hidden for the first time, which the
 * server counts by link and place; and connects to other sites in advance. A classic script of its own, which needs
 * nothing of the app, and blocks nothing.
 */
import { isOptedOut } from '../dom/opt-out.ts';
import { currentLanguage } from '../state/page-state.ts';
import { preconnectOnIntent } from './preconnect.ts';
import { placeOf, sendReport } from './reporting.ts';

/** Of the visit's campaign, or else, listed or not, of the URL, which the router may replace. */
const source = new URLSearchParams(`${window.campaign}&${location.search.replace(/\?/g, '&')}`).get(
  'utm_source',
);

const { reports, preconnect } = (document.currentScript as HTMLScriptElement).dataset;

if (preconnect !== undefined && !isOptedOut()) preconnectOnIntent();
if (reports !== undefined && !isOptedOut()) {
  document.addEventListener('visibilitychange', view);
  document.addEventListener('click', click);
  document.addEventListener('auxclick', click);
  // One that was earlier than this script, and whose page has not come yet.
  if (window.lastClick)
    click({ target: window.lastClick, button: 0, detail: 1, defaultPrevented: false });
}

function view(): void {
  // A page that nobody has seen, such as a prerendered one, is never hidden again.
  if (!document.hidden) return;
  document.removeEventListener('visibilitychange', view);
  report({});
}

type Click = Pick<MouseEvent, 'target' | 'button' | 'detail' | 'defaultPrevented'>;

function click({ target, button, detail, defaultPrevented }: Click): void {
  // The document is a target too, of events that scripts dispatch.
  const link = target instanceof Element && target.closest<HTMLElement>('[data-link][href]');
  // Only the first two buttons follow it; of a double click, the first one counts, and that of a drag does not.
  if (link && button < 2 && detail < 2 && !defaultPrevented)
    report({ link: link.dataset.link ?? '', place: placeOf(link) ?? '' });
}

function report(click: Record<string, string>): void {
  // A spread would be a fifth of this script in the browsers that it is for.
  sendReport('visits', Object.assign({ lang: currentLanguage(), utm_source: source ?? '' }, click));
}
