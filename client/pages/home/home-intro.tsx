import { useIntl } from 'react-intl';
import './home-intro.css';

/** The slogan and a summary of the offer. */
export function HomeIntro() {
  const { formatMessage } = useIntl();

  return (
    <div className="home-intro">
      <h1 className="home-title">{formatMessage({ id: 'intro.slogan.title' })}</h1>
      <p className="home-lead">{formatMessage({ id: 'intro.slogan.text' })}</p>
    </div>
  );
}
