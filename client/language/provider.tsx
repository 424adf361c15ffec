import { type ReactNode, useDeferredValue, useEffect, useLayoutEffect } from 'react';
import { RawIntlProvider } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { usePageStore } from '../state/store.ts';
import { glyphTag } from './tag.ts';
import { useTextMutationObserver } from './use-text-mutation-observer.ts';
import { useUrlLanguage } from './use-url-language.ts';

/** Shows its children in the language of the URL; until that is loaded, in the one shown before. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const show = usePageStore((store) => store.show);
  const location = useLocation();
  const language = useUrlLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation ends a choice
  useEffect(() => void show(language), [show, language, location]);

  // A change of language re-renders the whole page; deferring makes that interruptible.
  const intl = useDeferredValue(usePageStore(({ shown }) => shown));
  useDocumentLanguage(intl.locale);
  useTextMutationObserver(intl.locale);

  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}

/**
 * Sets `lang` and `dir` of the document; before the menu moves the focus, so that screen readers use the
 * right voice.
 */
function useDocumentLanguage(language: string): void {
  const dir = usePageStore(({ locales }) => locales.find(({ code }) => code === language)?.dir);

  useLayoutEffect(() => {
    const { documentElement } = document;
    // Setting the same value recalculates the style of the whole document.
    if (documentElement.lang === language) return;
    documentElement.lang = language;
    document.body.lang = glyphTag(language);
    documentElement.dir = dir ?? 'ltr';
  }, [language, dir]);
}
