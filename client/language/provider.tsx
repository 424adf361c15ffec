import { type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useState } from 'react';
import { RawIntlProvider } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { intlFor } from './intl.ts';
import { useLanguageStore, useLanguageStoreApi, useUrlLanguage } from './store.ts';
import { useTextMutationObserver } from './use-text-mutation-observer.ts';

/**
 * Shows its children in the language of the URL; until the messages of that are loaded, in the language
 * shown before.
 */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const store = useLanguageStoreApi();
  const location = useLocation();
  const { served, messages: loaded } = store.getInitialState();
  const target = useUrlLanguage() ?? served;
  // React cannot update a page that was rewritten.
  const messages = useLanguageStore((it) => (it.isRewritten ? undefined : it.messages[target]));
  const [shown, setShown] = useState({ language: served, messages: loaded[served] ?? {} });
  if (messages && target !== shown.language) setShown({ language: target, messages });
  const { language } = shown;
  // A change of language re-renders the whole page; deferring makes that interruptible.
  const intl = useDeferredValue(intlFor(language, shown.messages));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation ends a choice
  useEffect(() => {
    const { pending } = store.getState();
    // It was made before the navigation, or its language is shown.
    if (pending?.href !== window.location.href || pending.code === language)
      store.setState({ pending: null });
  }, [store, location, language]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL alone asks for a language
  useEffect(() => {
    if (target === language) return;
    void store
      .getState()
      .load(target)
      .then((result) => {
        if (result === 'needs page load') window.location.reload();
      });
  }, [store, location, target]);

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
