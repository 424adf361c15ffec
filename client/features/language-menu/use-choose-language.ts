import { useGoTo } from '../../hooks/use-go-to.ts';
import { currentUrlIn } from '../../i18n/languages.ts';
import { type LanguageChange, usePageStore } from '../../state/store.ts';

/** Returns a function that switches the language, then the URL. */
export function useChooseLanguage(): (code: string) => Promise<LanguageChange> {
  const changeLanguage = usePageStore((store) => store.changeLanguage);
  const goTo = useGoTo();

  return async function chooseLanguage(code) {
    const change = await changeLanguage(code);
    if (change === 'changed') goTo(currentUrlIn(code));
    if (change === 'needs load') window.location.assign(currentUrlIn(code));
    return change;
  };
}
