import { useIntl } from 'react-intl';
import { OperatorLink } from '../../components/operator-link.tsx';
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
      <p className="home-actions">
        <OperatorLink to="signUp" className="button">
          {formatMessage({ id: 'offers.welcome.action' })}
        </OperatorLink>{' '}
        <OperatorLink to="login" className="button button-quiet">
          {formatMessage({ id: 'account.login.label' })}
        </OperatorLink>
      </p>
      <p className="home-terms">
        {formatMessage(
          { id: 'offers.terms.note' },
          { link: (words) => <a href={`#${noticeId}`}>{words}</a> },
        )}
      </p>
    </div>
  );
}
