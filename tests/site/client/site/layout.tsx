import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { OutgoingLink } from '../components/outgoing-link.tsx';
import { PageLink } from '../components/page-link.tsx';
import { LanguageMenu } from '../language/menu.tsx';
import { brand } from './config.ts';
import './layout.css';

/** What is around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { formatMessage } = useIntl();

  return (
    <>
      <header className="header" data-place="header">
        <PageLink className="button">{formatMessage({ id: 'header.home.label' })}</PageLink>
        <span className="header-brand" translate="no">
          {brand}
        </span>
        <LanguageMenu />
      </header>
      {children}
      <footer className="footer">
        <nav data-place="footer" aria-label={formatMessage({ id: 'footer.nav.label' })}>
          <OutgoingLink to="home" isInNewTab>
            {formatMessage({ id: 'footer.home.label' })}
          </OutgoingLink>{' '}
          <OutgoingLink to="signUp" isInNewTab>
            {formatMessage({ id: 'footer.join.label' })}
          </OutgoingLink>
        </nav>
      </footer>
    </>
  );
}
