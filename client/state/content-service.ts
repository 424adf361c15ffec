import { linkPath } from '../site/config.ts';

/** Timeout of a request in milliseconds, without which one that hangs would prevent all retries. */
const timeout = 10_000;

/**
 * Requests the link in a field from the site's proxy of the content service. Rejects if there is none.
 */
export async function requestLink(field: string): Promise<string> {
  const url = `${linkPath}?fields[0]=${field}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout) });
  const link = response.ok ? readLink(await response.json(), field) : null;
  if (link === null) throw new Error(`${field}: status ${response.status}, no absolute URL`);
  return link;
}

/** Reads the link in `{"data":{"attributes":{field: link}}}`. Returns null if it is not a URL. */
export function readLink(response: unknown, field: string): string | null {
  let value = response;
  for (const key of ['data', 'attributes', field]) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'string' && isHttpUrl(value) ? value : null;
}

/** Adds a trailing slash, so that paths can be appended. */
export function withTrailingSlash(link: string): string {
  return link.endsWith('/') ? link : `${link}/`;
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^/\s]\S*$/i.test(text);
}
