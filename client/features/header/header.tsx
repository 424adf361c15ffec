import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { PageLink } from '../../components/page-link.tsx';
import { Picture } from '../../components/picture.tsx';
import { LanguageMenu } from '../../language/menu.tsx';
import { brand } from '../../site/config.ts';
import bannerLogo from './banner-logo.svg';
import partnerLogo from './partner-logo.svg';
import './header.css';

/** The sticky header of every page. */
export function Header({ children }: { children?: ReactNode }) {
  const { formatMessage } = useIntl();

  return (
    <header className="header" data-place="header">
      <div className="header-bar">
        <p className="header-partner">
          <Picture src={partnerLogo} width={48} height={48} priority="low" />
          <span className="header-brand" translate="no">
            {brand}
          </span>
        </p>
        <PageLink className="header-logo" aria-label={formatMessage({ id: 'header.logo.label' })}>
          <Picture src={bannerLogo} width={240} height={48} priority="low" />
        </PageLink>
        <LanguageMenu />
      </div>
      {children}
    </header>
  );
}
