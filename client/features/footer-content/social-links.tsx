import { useIntl } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { socialLinks } from '../../site/content.ts';
import './social-links.css';

/** The social icons. */
export function SocialLinks() {
  const { formatMessage } = useIntl();

  return (
    <section className="social-links">
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
