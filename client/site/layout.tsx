import type { ReactNode } from 'react';
import { Announcement } from '../features/announcement/announcement.tsx';
import { FooterNav } from '../features/footer-nav/footer-nav.tsx';
import { FooterOffer } from '../features/footer-offer/footer-offer.tsx';
import { Header } from '../features/header/header.tsx';
import './layout.css';

/** Id of the footer's links, to which the focus moves from the offer above them. */
const footerNav = 'footer-nav';

/** The layout of every page: sticky header, fixed footer. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <Header>
        <Announcement />
      </Header>
      {children}
      <footer className="footer needs-screen">
        <FooterOffer nextId={footerNav} />
        <FooterNav id={footerNav} />
      </footer>
    </>
  );
}
