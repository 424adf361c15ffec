import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useUrlLanguage } from '../language/use-url-language.ts';
import type { PageDefinition } from './page-definition.ts';

/** Updates title, description and canonical URL when the page or language changes. */
export function useDocumentMeta(page: Pick<PageDefinition, 'title' | 'description'>): void {
  const { formatMessage } = useIntl();
  const urlLanguage = useUrlLanguage();
  const title = formatMessage({ id: page.title });
  const description = formatMessage({ id: page.description });

  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);

  useEffect(() => {
    // Share sheets of phones use the canonical URL. Other metadata is for crawlers, which load each
    // URL afresh.
    const own = document.querySelector(`link[hreflang="${urlLanguage ?? 'x-default'}"]`);
    const url = own?.getAttribute('href');
    if (url) document.querySelector('link[rel="canonical"]')?.setAttribute('href', url);
  }, [urlLanguage]);
}
