import { useIntl } from 'react-intl';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { Picture } from '../../components/picture.tsx';
import { times } from '../../site/config.ts';
import teamAway from './team-away.svg';
import teamHome from './team-home.svg';
import './sports-card.css';

/** A match with its start time and a link to bet. */
export function SportsCard() {
  const { formatMessage } = useIntl();

  return (
    <section className="card sports-card" data-place="sports">
      <h2 className="card-title">{formatMessage({ id: 'sports.card.title' })}</h2>
      <div className="sports-card-teams">
        <p className="sports-card-team">
          <Picture src={teamHome} width={96} height={96} />
          {formatMessage({ id: 'sports.team.home' })}
        </p>
        <p className="sports-card-versus">{formatMessage({ id: 'sports.card.versus' })}</p>
        <p className="sports-card-team">
          <Picture src={teamAway} width={96} height={96} />
          {formatMessage({ id: 'sports.team.away' })}
        </p>
      </div>
      <p className="sports-card-start">
        <span className="sports-card-label">{formatMessage({ id: 'sports.start.label' })}</span>{' '}
        <time dateTime={times.matchStart}>{formatMessage({ id: 'sports.start.time' })}</time>
      </p>
      <OutgoingLink to="login" className="button button-lively">
        {formatMessage({ id: 'sports.card.bet' })}
      </OutgoingLink>
    </section>
  );
}
