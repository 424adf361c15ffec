import { FormattedMessage } from 'react-intl';
import teamAway from '../../assets/team-away.svg';
import teamHome from '../../assets/team-home.svg';
import { sportsCard } from '../../shared/business.ts';
import { OperatorLink } from '../../shared/operator-link.tsx';
import { Picture } from '../../shared/picture.tsx';

/** One match, its start, and the way to bet on it. */
export function SportsCard() {
  return (
    <section className="card sports-card" aria-labelledby="sports-card-title">
      <h2 id="sports-card-title" className="card-title">
        <FormattedMessage id="sports.card.title" />
      </h2>
      <div className="sports-card-teams">
        <p className="sports-card-team">
          <Picture src={teamHome} width={96} height={96} />
          <FormattedMessage id="sports.team.home" />
        </p>
        <p className="sports-card-versus">
          <FormattedMessage id="sports.card.versus" />
        </p>
        <p className="sports-card-team">
          <Picture src={teamAway} width={96} height={96} />
          <FormattedMessage id="sports.team.away" />
        </p>
      </div>
      <p className="sports-card-start">
        <span className="sports-card-label">
          <FormattedMessage id="sports.start.label" />
        </span>{' '}
        <time dateTime={sportsCard.startDateTime}>
          <FormattedMessage id="sports.start.time" values={sportsCard.start} />
        </time>
      </p>
      <OperatorLink to="login" className="button button-lively">
        <FormattedMessage id="sports.card.bet" />
      </OperatorLink>
    </section>
  );
}
