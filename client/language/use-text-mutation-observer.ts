import { useLayoutEffect } from 'react';
import { useLanguageStoreApi } from './store.ts';

/**
 * Records that a browser's translation or an extension has replaced text nodes of a language.
 *
 * Within one language React updates text nodes in place, and removes them only with their element;
 * a text node removed on its own was replaced by someone else. Chrome and Edge insert `<font>`
 * elements, Firefox text nodes of its own. Either way React is left with detached nodes, whose
 * updates are never shown. In-place changes keep React's nodes and are harmless.
 */
export function useTextMutationObserver(language: string): void {
  const store = useLanguageStoreApi();

  // Disconnected before React's own changes to another language are reported.
  useLayoutEffect(() => {
    const app = document.getElementById('app');
    if (!app || !('MutationObserver' in window)) return;
    const observer = new MutationObserver((changes) => {
      if (!changes.some(removesText)) return;
      store.setState({ rewritten: language });
      observer.disconnect();
    });
    observer.observe(app, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [store, language]);
}

function removesText({ removedNodes }: MutationRecord): boolean {
  return [...removedNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE);
}
