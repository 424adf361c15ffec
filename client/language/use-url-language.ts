import { useLocation } from 'react-router-dom';
import { usePageStore } from '../state/store.ts';
import { languageInUrl } from './url.ts';

/** Returns the language of `?lang=` in the page's URL, or null if absent or unknown. */
export function useUrlLanguage(): string | null {
  const { search } = useLocation();
  return languageInUrl(
    search,
    usePageStore(({ locales }) => locales),
  );
}
