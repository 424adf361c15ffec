import { useLocation } from 'react-router-dom';
import { useGoTo } from '../../hooks/use-go-to.ts';
import { urlIn } from '../../i18n/languages.ts';
import { type LanguageChange, usePageStore } from '../../state/store.ts';

/** Returns a function that switches the language, then the URL. */
export function useChooseLanguage(): (code: string) => Promise<LanguageChange> {
  const changeLanguage = usePageStore((store) => store.changeLanguage);
  const goTo = useGoTo();
  const { pathname } = useLocation();

  return async function chooseLanguage(code) {
    // A path with two leading slashes would be a scheme-relative URL.
    const url = urlIn(pathname.replace(/^\/+/, '/'), code);
    const change = await changeLanguage(code);
    if (change === 'changed') goTo(url);
    if (change === 'needs load') window.location.assign(url);
    return change;
  };
}
