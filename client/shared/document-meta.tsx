import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import type { PageMeta } from './page-meta.ts';

/** Keeps the document's head in step with page and language; it starts as served. */
export function DocumentMeta({ meta }: { meta: PageMeta }) {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: meta.title });
  const description = formatMessage({ id: meta.description });

  useEffect(() => {
    document.title = title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [title, description]);

  return null;
}
