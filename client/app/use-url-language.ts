import { useEffect, useLayoutEffect } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { languageInUrl } from '../i18n/languages.ts';
import { usePageStore, usePageStoreApi } from '../state/store.ts';

/**
 * Synchronizes the language with the URL, as when going back in the history, and the root element's
 * `lang` and `dir` with the language. A navigation cancels a language change.
 */
export function useUrlLanguage(): void {
  const store = usePageStoreApi();
  const location = useLocation();
  // The language of the text: `currentLanguage` changes first.
  const { locale: language } = useIntl();
  const dir = usePageStore(({ locales }) => locales.find(({ code }) => code === language)?.dir);

  useEffect(() => {
    const { changeLanguage, currentLanguage, locales, pendingLanguage: pending } = store.getState();
    const urlLanguage = languageInUrl(location.search, locales);
    // Components select it, and render again only if it differs.
    store.setState({
      urlLanguage,
      // Not of this page: chosen before the navigation.
      pendingLanguage: pending?.href === window.location.href ? pending : null,
    });
    const target = urlLanguage ?? store.getInitialState().currentLanguage;
    if (target === currentLanguage) return;
    void changeLanguage(target).then((change) => {
      if (change === 'needs load') window.location.reload();
    });
  }, [store, location]);

  // Before the menu moves the focus, so that screen readers use the right voice.
  useLayoutEffect(() => {
    const { documentElement } = document;
    // Setting the same value recalculates the style of the whole document.
    if (documentElement.lang === language) return;
    documentElement.lang = language;
    documentElement.dir = dir ?? 'ltr';
  }, [language, dir]);
}
