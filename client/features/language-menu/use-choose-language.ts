import { useLocation, useNavigate } from 'react-router-dom';
import { usePageStore } from '../../shared/store.ts';

/** Switches the language and, once that is done, the address. */
export function useChooseLanguage(): (code: string) => Promise<void> {
  const changeLanguage = usePageStore((store) => store.changeLanguage);
  const navigate = useNavigate();
  const { pathname } = useLocation();

  return async function chooseLanguage(code) {
    // A path that begins with two slashes would name another site.
    const path = pathname.replace(/^\/+/, '/');
    if (await changeLanguage(code)) navigate({ pathname: path, search: `?lang=${code}` });
  };
}
