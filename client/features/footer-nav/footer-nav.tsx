import { useIntl } from 'react-intl';
import { Icon, type IconName } from '../../components/icon.tsx';
import { type Destination, OutgoingLink } from '../../components/outgoing-link.tsx';
import type { MessageId } from '../../language/messages.ts';
import './footer-nav.css';

const footerLinks: readonly { icon: IconName; to: Destination; label: MessageId }[] = [
  { icon: 'home', to: 'home', label: 'footer.nav.home' },
  { icon: 'history', to: 'signUp', label: 'footer.nav.history' },
  { icon: 'promo', to: 'signUp', label: 'footer.nav.promo' },
  { icon: 'live-chat', to: 'signUp', label: 'footer.nav.liveChat' },
  { icon: 'setting', to: 'signUp', label: 'footer.nav.setting' },
];

/** The links at the bottom of the window, all to the operator's site. */
export function FooterNav({ id }: { id: string }) {
  const { formatMessage } = useIntl();

  return (
    <nav
      className="footer-nav"
      data-place="footer-nav"
      id={id}
      aria-label={formatMessage({ id: 'footer.nav.label' })}
    >
      <ul role="list" className="footer-nav-list is-shown-whole">
        {footerLinks.map(({ icon, to, label }, index) => (
          <li key={icon} className={footerLinks[index + 1] ? undefined : 'is-last'}>
            <OutgoingLink to={to} isInNewTab className="footer-nav-link">
              <Icon name={icon} />
              {formatMessage({ id: label })}
            </OutgoingLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
