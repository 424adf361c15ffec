import { useIntl } from 'react-intl';
import { PageLink } from '../components/page-link.tsx';

/** A second page. */
export function AboutPage() {
  const { formatMessage } = useIntl();

  return (
    <main id="main" className="about">
      <h1>{formatMessage({ id: 'page.about.title' })}</h1>
      <PageLink>{formatMessage({ id: 'header.home.label' })}</PageLink>
      <PageLink to="/#links">{formatMessage({ id: 'home.links.title' })}</PageLink>
    </main>
  );
}
