import { useLocation } from 'react-router-dom';
import { usePageStore } from '../state/store.ts';

/**
 * Returns the language of `?lang=` in the page's URL, or null if absent or unknown. The server redirects
 * from every other spelling.
 */
export function useUrlLanguage(): string | null {
  const { search } = useLocation();
  const locales = usePageStore((store) => store.locales);
  const requested = /[?&]lang=([^&]*)/.exec(search)?.[1];
  return locales.find(({ code }) => code === requested)?.code ?? null;
}
