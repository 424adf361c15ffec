import { useLocation } from 'react-router-dom';
import { addressIn } from '../../shared/languages.ts';
import { type LanguageChange, usePageStore } from '../../shared/store.ts';
import { useGoTo } from '../../shared/use-go-to.ts';

/** Switches the language and, once that is done, the address. */
export function useChooseLanguage(): (code: string) => Promise<LanguageChange> {
  const changeLanguage = usePageStore((store) => store.changeLanguage);
  const goTo = useGoTo();
  const { pathname } = useLocation();

  return async function chooseLanguage(code) {
    // A path that begins with two slashes would name another site.
    const address = addressIn(pathname.replace(/^\/+/, '/'), code);
    const change = await changeLanguage(code);
    if (change === 'changed') goTo(address);
    if (change === 'needs load') window.location.assign(address);
    return change;
  };
}
