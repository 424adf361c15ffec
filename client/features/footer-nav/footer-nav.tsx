import { useIntl } from 'react-intl';
import { Icon, type IconName } from '../../components/icon.tsx';
import { OperatorLink, type OperatorPage } from '../../components/operator-link.tsx';
import type { MessageId } from '../../language/messages.ts';
import './footer-nav.css';

interface FooterLink {
  icon: IconName;
  to: OperatorPage;
  label: MessageId;
}

const links: FooterLink[] = [
  { icon: 'home', to: 'home', label: 'footer.nav.home' },
  { icon: 'history', to: 'signUp', label: 'footer.nav.history' },
  { icon: 'promo', to: 'signUp', label: 'footer.nav.promo' },
  { icon: 'live-chat', to: 'signUp', label: 'footer.nav.liveChat' },
  { icon: 'setting', to: 'signUp', label: 'footer.nav.setting' },
];

/** The five links at the bottom of the window, all to the operator's site. */
export function FooterNav() {
  const { formatMessage } = useIntl();

  return (
    <nav
      className="footer-nav"
      aria-label={formatMessage({ id: 'footer.nav.label' })}
      // Gets the focus when the banner before it closes.
      tabIndex={-1}
    >
      <ul className="footer-nav-list">
        {links.map(({ icon, to, label }) => (
          <li key={icon}>
            <OperatorLink to={to} isInNewTab className="footer-nav-link">
              <Icon name={icon} />
              {formatMessage({ id: label })}
            </OperatorLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
