/**
 * Whether the visitor has closed the footer offer in this browser session. A class of the root element
 * hides it, which `client/boot/before-paint.ts` sets before the page is painted.
 */
function hide(): void {
  document.documentElement.classList.add('is-footer-offer-dismissed');
}

/** Hides the banner for the session; until the next page load if storage is blocked, which throws. */
export function dismissFooterOffer(): void {
  hide();
  try {
    sessionStorage.footerOffer = 'yes';
  } catch {}
}

/** Hides the banner if it was dismissed before. */
export function restoreDismissal(): void {
  try {
    if (sessionStorage.footerOffer) hide();
  } catch {}
}
