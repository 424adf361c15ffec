/**
 * Campaign attribution: the parameters of the URL at which a visit began (`utm_source`, `gclid`), for
 * links to the operator's site. Of them only `utm_source` leaves the browser in another way: in reports of visits.
 */

const storageKey = 'campaign';

/** Limit of all of them, in characters: half of what servers should accept in a URL (RFC 9110, 4.1). */
const maxLength = 4_096;

/**
 * Returns the campaign of this visit as a query string: that of the URL, which is stored for the
 * next pages, else the stored one. Empty without any.
 *
 * @param names the parameters to keep
 * @param search query string of the URL
 */
export function campaignOfVisit(names: readonly string[], search: string): string {
  const arrived = campaignIn(names, search);
  try {
    if (arrived === '') return campaignIn(names, sessionStorage.getItem(storageKey) ?? '');
    sessionStorage.setItem(storageKey, arrived);
  } catch {
    // Storage is blocked or full: the campaign lasts until the next page load.
  }
  return arrived;
}

/**
 * Returns the listed parameters of a query string, each once, without what no campaign sets. A second `?`
 * separates them too: advertisers append `?utm_source=…` to a URL that has a query.
 */
function campaignIn(names: readonly string[], search: string): string {
  const found = new URLSearchParams(search.replaceAll('?', '&'));
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = found.get(name);
    if (!value || /[\p{Cc}\ufffd]/u.test(value)) continue;
    kept.append(name, value);
    if (kept.toString().length > maxLength) kept.delete(name);
  }
  return kept.toString();
}

/** Returns the `utm_source` of this visit, listed or not, and stores nothing; empty without any. */
export function sourceOfVisit(): string {
  let query = location.search;
  try {
    query += `&${sessionStorage.getItem(storageKey)}`;
  } catch {}
  return new URLSearchParams(query.replace(/\?/g, '&')).get('utm_source') ?? '';
}

/** Returns a URL with the parameters of a campaign. */
export function withCampaign(url: string, campaign: string): string {
  if (campaign === '') return url;
  const target = new URL(url);
  for (const [name, value] of new URLSearchParams(campaign)) target.searchParams.set(name, value);
  return target.href;
}
