import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router-dom';
import { languageInAddress } from '../shared/languages.ts';
import { usePageStore, usePageStoreApi } from '../shared/store.ts';

/**
 * Keeps language and address in step: going back in the history returns to the
 * language the page had then, and the document's element says which it is.
 */
export function useLanguageOfAddress(): void {
  const store = usePageStoreApi();
  const { search } = useLocation();
  // Of the text on the page: the language chosen may be ahead of it.
  const { locale: language } = useIntl();
  const dir = usePageStore(({ locales }) => locales.find(({ code }) => code === language)?.dir);

  useEffect(() => {
    const { addressLanguage, changeLanguage, currentLanguage, locales } = store.getState();
    const wanted = languageInAddress(search, locales);
    if (wanted !== addressLanguage) store.setState({ addressLanguage: wanted });
    const due = wanted ?? store.getInitialState().currentLanguage;
    if (due === currentLanguage) return;
    void changeLanguage(due).then((change) => {
      if (change === 'needs load') window.location.reload();
    });
  }, [store, search]);

  useEffect(() => {
    const { documentElement } = document;
    // Served right; browsers style the whole document again even for the same language.
    if (documentElement.lang === language) return;
    documentElement.lang = language;
    documentElement.dir = dir ?? 'ltr';
  }, [language, dir]);
}
