import { linkRetry } from '../business.ts';
import { requestLink } from './content-service.ts';

interface LinkFetcherOptions {
  isKnown: () => boolean;
  onFetching?: (isFetching: boolean) => void;
  onLink: (link: string) => void;
}

/**
 * Returns a function that fetches a link, unless it is known or being fetched. Logs the first failure
 * and retries with exponential backoff, so that open pages get the link when the service recovers.
 */
export function linkFetcher(field: string, options: LinkFetcherOptions): () => Promise<void> {
  const { isKnown, onFetching, onLink } = options;
  let isFetching = false;
  let hasFailed = false;
  let delay: number = linkRetry.firstMilliseconds;

  return async function fetchLink() {
    if (isFetching || isKnown()) return;
    isFetching = true;
    onFetching?.(true);
    try {
      onLink(await requestLink(field));
    } catch (error) {
      if (!hasFailed) console.error(error);
      hasFailed = true;
      setTimeout(fetchLink, delay);
      delay = Math.min(delay * 2, linkRetry.longestMilliseconds);
    } finally {
      isFetching = false;
      onFetching?.(false);
    }
  };
}
