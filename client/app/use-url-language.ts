import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { languageInUrl } from '../i18n/languages.ts';
import { usePageStore, usePageStoreApi } from '../state/store.ts';

/**
 * Synchronizes the language with the URL, as when going back in the history, and the root element's
 * `lang` and `dir` with the language.
 */
export function useUrlLanguage(): void {
  const store = usePageStoreApi();
  const { search } = useLocation();
  // The language of the text: `currentLanguage` changes first.
  const { locale: language } = useIntl();
  const dir = usePageStore(({ locales }) => locales.find(({ code }) => code === language)?.dir);

  useEffect(() => {
    const { changeLanguage, currentLanguage, locales } = store.getState();
    const urlLanguage = languageInUrl(search, locales);
    // Components select it, and render again only if it differs.
    store.setState({ urlLanguage });
    const target = urlLanguage ?? store.getInitialState().currentLanguage;
    if (target === currentLanguage) return;
    void changeLanguage(target).then((change) => {
      if (change === 'needs load') window.location.reload();
    });
  }, [store, search]);

  useEffect(() => {
    const { documentElement } = document;
    // Setting the same value recalculates the style of the whole document.
    if (documentElement.lang === language) return;
    documentElement.lang = language;
    documentElement.dir = dir ?? 'ltr';
  }, [language, dir]);
}
