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
    const to = { pathname: path, search: `?lang=${code}` };
    const change = await changeLanguage(code);
    if (change === 'changed') navigate(to);
    if (change === 'outdated') window.location.assign(to.pathname + to.search);
  };
}
