import { linkPath, linkRetry } from '../site/config.ts';

/** Timeout of a request in milliseconds, without which one that hangs would prevent all retries. */
const timeout = 10_000;

interface LinkFetcherOptions {
  isKnown: () => boolean;
  onFetching?: (isFetching: boolean) => void;
  onLink: (link: string) => void;
}

/**
 * Returns a function that fetches a link, unless it is known or being fetched. Logs the first failure
 * and retries with exponential backoff, or when the browser is online again, so that open pages get the
 * link when the service recovers.
 */
export function linkFetcher(field: string, options: LinkFetcherOptions): () => Promise<void> {
  const { isKnown, onFetching, onLink } = options;
  let isFetching = false;
  let hasFailed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay: number = linkRetry.firstMilliseconds;

  const retry = () => void fetchLink();

  async function fetchLink() {
    if (isFetching || isKnown()) return;
    clearTimeout(timer);
    window.removeEventListener('online', retry);
    isFetching = true;
    onFetching?.(true);
    try {
      onLink(await requestLink(field));
    } catch (error) {
      if (!hasFailed) console.error(error);
      hasFailed = true;
      timer = setTimeout(retry, delay);
      window.addEventListener('online', retry);
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
