import { linkRetry } from './business.ts';
import { askForLink } from './content-service.ts';

interface LinkAskerOptions {
  isKnown: () => boolean;
  onAsking?: (isAsking: boolean) => void;
  onLink: (link: string) => void;
}

/**
 * A function that asks for a link once at a time and only while it is unknown.
 * The first failure is logged; then it goes on asking quietly, with growing
 * pauses, so that an open page comes alive when the service recovers.
 */
export function linkAsker(field: string, options: LinkAskerOptions): () => Promise<void> {
  const { isKnown, onAsking, onLink } = options;
  let isAsking = false;
  let hasFailed = false;
  let pause: number = linkRetry.firstMilliseconds;

  return async function ask() {
    if (isAsking || isKnown()) return;
    isAsking = true;
    onAsking?.(true);
    try {
      onLink(await askForLink(field));
    } catch (error) {
      if (!hasFailed) console.error(error);
      hasFailed = true;
      setTimeout(ask, pause);
      pause = Math.min(pause * 2, linkRetry.longestMilliseconds);
    } finally {
      isAsking = false;
      onAsking?.(false);
    }
  };
}
