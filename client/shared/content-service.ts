/**
 * Asks the site's own copy of the content service for one field and reads the
 * link in its answer. Rejects with a reason when there is none.
 */
export async function askForLink(field: string): Promise<string> {
  const response = await fetch(`/api/winbox?fields[0]=${field}`);
  if (!response.ok) throw new Error(`${field}: the content service answered ${response.status}`);
  const link = readLink(await response.json(), field);
  if (link === null) throw new Error(`${field}: the content service gave no web address`);
  return link;
}

/** The link in `{"data":{"attributes":{field: link}}}`, if it is one. */
export function readLink(answer: unknown, field: string): string | null {
  let value = answer;
  for (const key of ['data', 'attributes', field]) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'string' && isWebAddress(value) ? value : null;
}

/** The base of other addresses has to end in a slash. */
export function withTrailingSlash(link: string): string {
  return link.endsWith('/') ? link : `${link}/`;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/\s]\S*$/i.test(text);
}
