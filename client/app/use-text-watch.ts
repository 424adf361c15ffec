import { useLayoutEffect } from 'react';
import { useIntl } from 'react-intl';
import { usePageStoreApi } from '../shared/store.ts';

/**
 * Notices when somebody else rewrites the page's text: a browser that translates it, an extension.
 *
 * The sign is a text node that is taken out by itself. Within one language React changes the words
 * of a text node in place, and takes it out only with the element that it stands in. What Chrome
 * and Edge (`<font>` around the words) or Firefox (text nodes of its own) put in its place differs;
 * but each of them leaves React with a node outside of the page, so that what React writes there
 * next is never shown. Who changes words in place leaves the node to React, and is no problem.
 */
export function useTextWatch(): void {
  const store = usePageStoreApi();
  const { locale: language } = useIntl();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the nodes of a new language are React's again; it stops while they change
  useLayoutEffect(() => {
    const app = document.getElementById('app');
    if (!app) return;
    store.setState({ isRewritten: false });
    const observer = new MutationObserver((changes) => {
      if (!changes.some(takesText)) return;
      store.setState({ isRewritten: true });
      observer.disconnect();
    });
    observer.observe(app, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [store, language]);
}

function takesText({ removedNodes }: MutationRecord): boolean {
  return [...removedNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
}
