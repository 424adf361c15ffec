import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { newTabNote } from '../components/outgoing-link.tsx';
import { Announcement } from '../features/announcement/announcement.tsx';
import { FooterNav } from '../features/footer-nav/footer-nav.tsx';
import { FooterOffer } from '../features/footer-offer/footer-offer.tsx';
import { Header } from '../features/header/header.tsx';
import { LanguageMenu } from '../language/menu.tsx';
import { useLinkFetch } from '../state/store.ts';
import './layout.css';

/** Id of the footer's links, to which the focus moves from the offer above them. */
const footerNav = 'footer-nav';

/** The layout of every page: sticky header, fixed footer. */
export function Layout({ children }: { children: ReactNode }) {
  const { formatMessage } = useIntl();
  useLinkFetch();

  return (
    <>
      <a className="skip-link" href="#main">
        {formatMessage({ id: 'layout.skip.content' })}
      </a>
      <Header languageMenu={<LanguageMenu />} announcement={<Announcement />} />
      {children}
      <footer className="footer">
        <FooterOffer nextId={footerNav} />
        <FooterNav id={footerNav} />
      </footer>
      <p id={newTabNote} hidden>
        {formatMessage({ id: 'layout.newTab.note' })}
      </p>
    </>
  );
}
