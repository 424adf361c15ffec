import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import copyrightBadge from '../../assets/copyright-badge.svg';
import { HomeLink } from '../../shared/home-link.tsx';
import { OperatorLink } from '../../shared/operator-link.tsx';
import { OutgoingLink } from '../../shared/outgoing-link.tsx';
import { Picture } from '../../shared/picture.tsx';
import { usePageStore } from '../../shared/store.ts';
import { SocialLinks } from './social-links.tsx';
import { TrustMarks } from './trust-marks.tsx';

/** The content block: what is offered, by whom, and on what terms. */
export function FooterContent({ id }: { id: string }) {
  const { formatMessage } = useIntl();
  const blogLink = usePageStore((store) => store.blogLink);
  const fetchBlogLink = usePageStore((store) => store.fetchBlogLink);
  useEffect(() => void fetchBlogLink(), [fetchBlogLink]);

  return (
    <section className="footer-content" id={id} aria-labelledby="footer-content-title">
      <div className="card footer-content-promise">
        <Picture
          className="footer-content-badge"
          src={copyrightBadge}
          width={120}
          height={120}
          alt={formatMessage({ id: 'content.copyright.logo' })}
        />
        <h2 id="footer-content-title">
          <FormattedMessage id="content.copyright.title" />
        </h2>
        <p>
          <FormattedMessage
            id="content.promo.first"
            values={{
              link: (words) => <OperatorLink to="home">{words}</OperatorLink>,
            }}
          />
        </p>
        <p>
          <FormattedMessage
            id="content.promo.second"
            values={{
              link: (words) => <OutgoingLink href={blogLink}>{words}</OutgoingLink>,
            }}
          />
        </p>
        <p>
          <FormattedMessage
            id="content.blog.visit"
            values={{
              link: (words) => <HomeLink>{words}</HomeLink>,
            }}
          />
        </p>
      </div>
      <TrustMarks />
      <SocialLinks />
      <p className="card footer-content-adults">
        <FormattedMessage id="content.adults.note" />
      </p>
    </section>
  );
}
