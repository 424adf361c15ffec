import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { OutgoingLink } from '../components/outgoing-link.tsx';
import { PageLink } from '../components/page-link.tsx';
import { Ticker } from '../features/ticker/ticker.tsx';
import { usePageStore } from '../state/store.ts';
import './home-page.css';

/** A page with one of each kind of link, and something that moves. */
export function HomePage() {
  const { formatMessage } = useIntl();
  const fetchBlogLink = usePageStore((store) => store.fetchBlogLink);
  useEffect(() => void fetchBlogLink(), [fetchBlogLink]);

  return (
    <main id="main" className="home">
      <h1 data-place="heading">{formatMessage({ id: 'home.page.title' })}</h1>
      <p className="home-actions" data-place="intro">
        <OutgoingLink to="signUp" className="button">
          {formatMessage({ id: 'home.join.action' })}
        </OutgoingLink>{' '}
        <OutgoingLink to="login" className="button">
          {formatMessage({ id: 'home.login.action' })}
        </OutgoingLink>
      </p>
      <Ticker />
      <section id="links" className="home-links" data-place="links">
        <h2>{formatMessage({ id: 'home.links.title' })}</h2>
        <p>
          {formatMessage(
            { id: 'home.links.operator' },
            { link: (words) => <OutgoingLink to="home">{words}</OutgoingLink> },
          )}
        </p>
        <p>
          {formatMessage(
            { id: 'home.links.blog' },
            { link: (words) => <OutgoingLink to="blog">{words}</OutgoingLink> },
          )}
        </p>
        <OutgoingLink to="messaging">{formatMessage({ id: 'home.links.messaging' })}</OutgoingLink>
        <PageLink to="/about">{formatMessage({ id: 'page.about.title' })}</PageLink>
      </section>
    </main>
  );
}
