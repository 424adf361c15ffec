import { useIntl } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { socialLinks } from '../../site/content.ts';
import { usePageStore } from '../../state/store.ts';
import './social-links.css';

/** The social icons. Only the messaging icon has a link of its own. */
export function SocialLinks() {
  const { formatMessage } = useIntl();
  const messagingLink = usePageStore((store) => store.messagingLink);

  return (
    <section className="social-links">
      <h3>{formatMessage({ id: 'content.social.title' })}</h3>
      <ul role="list" className="social-links-list">
        {socialLinks.map(({ icon, label, isMessaging }) => {
          const content = (
            <>
              <Icon name={icon} />
              {formatMessage({ id: label })}
            </>
          );
          return (
            <li key={icon}>
              {isMessaging ? (
                <OutgoingLink className="icon-button" data-link="messaging" href={messagingLink}>
                  {content}
                </OutgoingLink>
              ) : (
                <PageLink className="icon-button">{content}</PageLink>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
