import { type ReactNode, useDeferredValue, useEffect, useLayoutEffect } from 'react';
import { RawIntlProvider } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { useLanguageStore, useLanguageStoreApi } from './store.ts';
import { useTextMutationObserver } from './use-text-mutation-observer.ts';

/** Shows its children in the language of the URL; until that is loaded, in the one shown before. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const store = useLanguageStoreApi();
  const location = useLocation();
  useEffect(() => store.getState().follow(location), [store, location]);

  // A change of language re-renders the whole page; deferring makes that interruptible.
  const intl = useDeferredValue(useLanguageStore((it) => it.shown));
  useDocumentLanguage(intl.locale);
  useTextMutationObserver(intl.locale);

  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}

/**
 * Sets `lang` and `dir` of the document; before the menu moves the focus, so that screen readers use the
 * right voice.
 */
function useDocumentLanguage(language: string): void {
  const dir = useLanguageStore(({ locales }) => locales.find(({ code }) => code === language)?.dir);

  useLayoutEffect(() => {
    const { documentElement } = document;
    // Setting the same value recalculates the style of the whole document.
    if (documentElement.lang === language) return;
    documentElement.lang = language;
    documentElement.dir = dir ?? 'ltr';
  }, [language, dir]);
}
