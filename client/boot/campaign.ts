/**
 * Campaign attribution: links to the operator's site carry on the parameters of the URL at which the visit began
 * (`utm_source`, `gclid`). They are added when a visitor is about to follow a link: then it has its latest URL,
 * and the app need not have started.
 */

declare global {
  interface Window {
    /** The campaign of this visit as a query string, if there is one. */
    campaign?: string;
  }
}

/** Adds the campaign of this visit to the link that an element is in, once. */
export function addCampaign(target: EventTarget | null): void {
  const { campaign } = window;
  // The document is a target too, of events that scripts dispatch.
  const link =
    campaign && target instanceof Element && target.closest<HTMLAnchorElement>('[data-operator]');
  if (link && !link.search.includes(campaign)) link.search += (link.search && '&') + campaign;
}

/**
 * Returns the campaign of this visit: that of the URL, which is stored for the next pages, else the stored one.
 *
 * @param names the parameters to keep, separated by commas
 * @param search query string of the URL
 */
export function campaignOfVisit(names: string, search: string): string {
  const kept = new URLSearchParams();
  keep(search);
  // With blocked storage, which throws, the campaign lasts until the next page load.
  try {
    if (!`${kept}`) keep(sessionStorage.campaign);
    sessionStorage.campaign = kept;
  } catch {}
  return `${kept}`;

  /** Keeps the listed parameters of a query string, each once. */
  function keep(query: string) {
    // A second `?` separates them too: advertisers append `?utm_source=…` to a URL that has a query.
    const found = new URLSearchParams(query.replace(/\?/g, '&'));
    for (const name of names.split(',')) {
      const value = found.get(name);
      if (value) kept.append(name, value);
      // Control characters, what was invalid UTF-8, and what exceeds half of what servers should accept in a URL
      // (RFC 9110, 4.1).
      if (/%([01]|7F|C2%[89]|EF%BF%BD)|.{4097}/.test(`${kept}`)) kept.delete(name);
    }
  }
}
