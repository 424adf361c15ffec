import { useIntl } from 'react-intl';
import { HomeLink } from '../../components/home-link.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import type { MessageId } from '../../language/messages.ts';
import { usePageStore } from '../../state/store.ts';
import './social-links.css';

const icons: { icon: IconName; label: MessageId }[] = [
  { icon: 'social-community', label: 'content.social.community' },
  { icon: 'social-photos', label: 'content.social.photos' },
  { icon: 'social-video', label: 'content.social.video' },
  { icon: 'social-messaging', label: 'content.social.messaging' },
  { icon: 'social-news', label: 'content.social.news' },
];

/** The social icons. Only the messaging icon has a link of its own. */
export function SocialLinks() {
  const { formatMessage } = useIntl();
  const messagingLink = usePageStore((store) => store.messagingLink);

  return (
    <section className="card social-links" aria-labelledby="social-title">
      <h3 id="social-title">{formatMessage({ id: 'content.social.title' })}</h3>
      <ul className="social-links-list">
        {icons.map(({ icon, label }) => {
          const attributes = {
            'aria-label': formatMessage({ id: label }),
            className: 'icon-button',
          };
          return (
            <li key={icon}>
              {icon === 'social-messaging' ? (
                <OutgoingLink {...attributes} href={messagingLink}>
                  <Icon name={icon} />
                </OutgoingLink>
              ) : (
                <HomeLink {...attributes}>
                  <Icon name={icon} />
                </HomeLink>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
