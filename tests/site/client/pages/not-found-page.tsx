import { useIntl } from 'react-intl';
import { PageLink } from '../components/page-link.tsx';

/** The page of unknown paths. */
export function NotFoundPage() {
  const { formatMessage } = useIntl();

  return (
    <main id="main">
      <h1>{formatMessage({ id: 'notFound.page.title' })}</h1>
      <p>{formatMessage({ id: 'notFound.page.text' })}</p>
      <PageLink className="button">{formatMessage({ id: 'notFound.page.home' })}</PageLink>
    </main>
  );
}
