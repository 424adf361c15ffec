import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Picture } from '../../components/picture.tsx';
import { usePageStore } from '../../state/store.ts';
import copyrightBadge from './copyright-badge.svg';
import { SocialLinks } from './social-links.tsx';
import { TrustMarks } from './trust-marks.tsx';
import './footer-content.css';

/** The content block: promises, trust marks, social links and age notice. */
export function FooterContent({ id, noticeId }: { id: string; noticeId: string }) {
  const { formatMessage } = useIntl();
  const fetchBlogLink = usePageStore((store) => store.fetchBlogLink);
  useEffect(() => void fetchBlogLink(), [fetchBlogLink]);

  return (
    <section
      className="footer-content"
      data-place="content"
      id={id}
      aria-labelledby="footer-content-title"
    >
      <div className="footer-content-promise">
        <Picture
          className="footer-content-badge"
          src={copyrightBadge}
          width={120}
          height={120}
          alt={formatMessage({ id: 'content.copyright.logo' })}
        />
        <h2 id="footer-content-title">{formatMessage({ id: 'content.copyright.title' })}</h2>
        <p>
          {formatMessage(
            { id: 'content.promo.first' },
            { link: (words) => <OutgoingLink to="home">{words}</OutgoingLink> },
          )}
        </p>
        <p>
          {formatMessage(
            { id: 'content.promo.second' },
            { link: (words) => <OutgoingLink to="blog">{words}</OutgoingLink> },
          )}
        </p>
        <p>
          {formatMessage(
            { id: 'content.blog.visit' },
            { link: (words) => <PageLink>{words}</PageLink> },
          )}
        </p>
      </div>
      <TrustMarks />
      <SocialLinks />
      <div className="card footer-content-adults" id={noticeId}>
        <span className="adults-mark" aria-hidden="true">
          {formatMessage({ id: 'content.adults.mark' })}
        </span>
        <p>
          {formatMessage(
            { id: 'content.adults.note' },
            { link: (words) => <OutgoingLink to="home">{words}</OutgoingLink> },
          )}
        </p>
      </div>
    </section>
  );
}
