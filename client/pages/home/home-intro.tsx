import { FormattedMessage } from 'react-intl';

/** The slogan, and the offer in one sentence. */
export function HomeIntro() {
  return (
    <div className="home-intro">
      <h1 className="home-title">
        <FormattedMessage id="intro.slogan.title" />
      </h1>
      <p className="home-lead">
        <FormattedMessage id="intro.slogan.text" />
      </p>
    </div>
  );
}
