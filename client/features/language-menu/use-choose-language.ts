import { useLocation, useNavigate } from 'react-router-dom';
import { usePageStore } from '../../shared/store.ts';

/** Switches the language and, once that is done, the address. */
export function useChooseLanguage(): (code: string) => Promise<void> {
  const changeLanguage = usePageStore((store) => store.changeLanguage);
  const navigate = useNavigate();
  const { pathname } = useLocation();

  return async function chooseLanguage(code) {
    if (await changeLanguage(code)) navigate({ pathname, search: `?lang=${code}` });
  };
}
