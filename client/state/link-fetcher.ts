import { linkFields, linkPath, linkRetry } from '../site/config.ts';

/** Timeout of a request in milliseconds, without which one that hangs would prevent all retries. */
const timeout = 10_000;

type LinkName = keyof typeof linkFields;

/**
 * Returns a function that fetches a link, unless it is known or being fetched. Logs the first failure
 * and retries with exponential backoff, or when the browser is online again, so that open pages get the
 * link when the service recovers.
 */
export function linkFetcher(
  name: LinkName,
  get: () => Record<LinkName, string | null>,
  set: (links: Partial<Record<LinkName, string>>) => void,
  onFetching?: (isFetching: boolean) => void,
): () => Promise<void> {
  let isFetching = false;
  let hasFailed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay: number = linkRetry.firstMilliseconds;

  async function fetchLink() {
    if (isFetching || get()[name] !== null) return;
    clearTimeout(timer);
    isFetching = true;
    onFetching?.(true);
    try {
      set({ [name]: await requestLink(linkFields[name]) });
    } catch (error) {
      if (!hasFailed) console.error(error);
      hasFailed = true;
      timer = setTimeout(fetchLink, delay);
      window.addEventListener('online', fetchLink);
      delay = Math.min(delay * 2, linkRetry.longestMilliseconds);
    } finally {
      isFetching = false;
      onFetching?.(false);
    }
  }

  return fetchLink;
}

/**
 * Requests a link, which the server has validated; base links have a trailing slash. Rejects if the
 * server knows none.
 */
async function requestLink(field: string): Promise<string> {
  const url = `${linkPath}?fields[0]=${field}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout) });
  const body = response.ok && (await response.json());
  const link: unknown = body?.data?.attributes?.[field];
  if (typeof link !== 'string') throw new Error(`${field}: status ${response.status}, no URL`);
  return link;
}
