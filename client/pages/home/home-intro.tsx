import { useIntl } from 'react-intl';
import './home-intro.css';

/**
 * The slogan, a summary of the offer, and its terms in short. The specification has no link to the
 * operator's terms, so they link to the notice on the page that names where the terms are.
 */
export function HomeIntro({ noticeId }: { noticeId: string }) {
  const { formatMessage } = useIntl();

  return (
    <div className="home-intro">
      <h1 className="home-title">{formatMessage({ id: 'intro.slogan.title' })}</h1>
      <p className="home-lead">{formatMessage({ id: 'intro.slogan.text' })}</p>
      <p className="home-terms">
        {formatMessage(
          { id: 'offers.terms.note' },
          { link: (words) => <a href={`#${noticeId}`}>{words}</a> },
        )}
      </p>
    </div>
  );
}
