import { useLayoutEffect } from 'react';
import { usePageStoreApi } from '../state/store.ts';

/**
 * Records that a browser's translation or an extension has replaced text nodes, of which React is left
 * with detached ones, whose updates are never shown. Changes in place keep React's nodes and are
 * harmless.
 *
 * Within one language React updates text in place, adds it, or removes it, and never puts a text node or
 * a `<font>` where it has removed one: Firefox and Chromium do.
 */
export function useTextMutationObserver(language: string): void {
  const store = usePageStoreApi();

  // Disconnected before React's own changes to another language are reported.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const app = document.getElementById('app');
    if (!app || !('MutationObserver' in window)) return;
    const observer = new MutationObserver((changes) => {
      const added = changes.filter(({ addedNodes }) => hasText(addedNodes, 'FONT'));
      const places = added.map(({ target }) => target);
      if (!changes.some((it) => hasText(it.removedNodes) && places.includes(it.target))) return;
      store.setState({ isRewritten: true });
      observer.disconnect();
    });
    observer.observe(app, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [store, language]);
}

function hasText(nodes: NodeList, ...others: string[]): boolean {
  return [...nodes].some(({ nodeName }) => ['#text', ...others].includes(nodeName));
}
