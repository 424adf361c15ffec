import { useIntl } from 'react-intl';
import { Icon, type IconName } from '../../components/icon.tsx';
import { type Destination, OutgoingLink } from '../../components/outgoing-link.tsx';
import { PageLink } from '../../components/page-link.tsx';
import type { MessageId } from '../../language/messages.ts';
import './social-links.css';

/** The social links. Those without a destination lead to the home page. */
const socialLinks: readonly { icon: IconName; label: MessageId; to?: Destination }[] = [
  { icon: 'social-community', label: 'content.social.community' },
  { icon: 'social-photos', label: 'content.social.photos' },
  { icon: 'social-video', label: 'content.social.video' },
  { icon: 'social-messaging', label: 'content.social.messaging', to: 'messaging' },
  { icon: 'social-news', label: 'content.social.news' },
];

export function SocialLinks() {
  const { formatMessage } = useIntl();

  return (
    <section className="social-links needs-screen">
      <h3>{formatMessage({ id: 'content.social.title' })}</h3>
      <ul role="list" className="social-links-list">
        {socialLinks.map(({ icon, label, to }) => {
          const props = {
            className: 'icon-button',
            children: [<Icon key="icon" name={icon} />, formatMessage({ id: label })],
          };
          return (
            <li key={icon}>{to ? <OutgoingLink to={to} {...props} /> : <PageLink {...props} />}</li>
          );
        })}
      </ul>
    </section>
  );
}
