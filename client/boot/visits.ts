/**
 * Reports each click on a link to another site, and the view when the page is hidden for the first time. The
 * server counts them (`client/components/counted.ts`). A classic script of its own, which needs nothing of the
 * app, and blocks nothing.
 */
import { sourceOfVisit } from '../state/campaign.ts';
import { currentLanguage } from '../state/page-state.ts';
import { isOptedOut, placeOf } from './reporting.ts';

if (!isOptedOut()) {
  document.addEventListener('visibilitychange', view);
  document.addEventListener('click', click);
  document.addEventListener('auxclick', click);
  // One that was earlier than this script, and whose page has not come yet.
  if (window.lastClick) click({ target: window.lastClick, button: 0 });
}

function view(): void {
  // A page that nobody has seen, such as a prerendered one, is never hidden again.
  if (!document.hidden) return;
  document.removeEventListener('visibilitychange', view);
  report({});
}

function click({ target, button }: Pick<MouseEvent, 'target' | 'button'>): void {
  // The document is a target too, of events that scripts dispatch.
  const link = target instanceof Element && target.closest<HTMLElement>('[data-link][href]');
  // Only the first two buttons follow it.
  if (link && button < 2) report({ link: link.dataset.link ?? '', place: placeOf(link) ?? '' });
}

function report(click: Record<string, string>): void {
  const query = new URLSearchParams({
    lang: currentLanguage(),
    utm_source: sourceOfVisit(),
    ...click,
  });
  navigator.sendBeacon(`/api/visits?${query}`);
}
