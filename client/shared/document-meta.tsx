import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import type { PageMeta } from './page-meta.ts';
import { usePageStore } from './store.ts';

/** Keeps the document's head in step with page and language; it starts as served. */
export function DocumentMeta({ meta }: { meta: PageMeta }) {
  const { formatMessage } = useIntl();
  const addressLanguage = usePageStore((store) => store.addressLanguage);
  const title = formatMessage({ id: meta.title });
  const description = formatMessage({ id: meta.description });

  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);

  useEffect(() => {
    // Phones share the canonical address. The rest is for crawlers, which load every address anew.
    const own = document.querySelector(`link[hreflang="${addressLanguage ?? 'x-default'}"]`);
    const address = own?.getAttribute('href');
    if (address) document.querySelector('link[rel="canonical"]')?.setAttribute('href', address);
  }, [addressLanguage]);

  return null;
}
