import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { usePageStore } from '../shared/store.ts';
import type { Page } from './pages.ts';

/** Updates the document's head after a change of page or language. */
export function useDocumentMeta(page: Pick<Page, 'title' | 'description'>): void {
  const { formatMessage } = useIntl();
  const addressLanguage = usePageStore((store) => store.addressLanguage);
  const title = formatMessage({ id: page.title });
  const description = formatMessage({ id: page.description });

  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);

  useEffect(() => {
    // Phones share the canonical URL. The rest is for crawlers, which load every URL anew.
    const own = document.querySelector(`link[hreflang="${addressLanguage ?? 'x-default'}"]`);
    const address = own?.getAttribute('href');
    if (address) document.querySelector('link[rel="canonical"]')?.setAttribute('href', address);
  }, [addressLanguage]);
}
