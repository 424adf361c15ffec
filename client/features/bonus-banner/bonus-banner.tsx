import { useIntl } from 'react-intl';
import { OutgoingLink } from '../components/outgoing-link.tsx';
import { Picture } from '../components/picture.tsx';
import { type Bonus, bonuses } from '../site/content.ts';
import './bonus-banner.css';

/** A banner for a bonus, linked to sign-up. */
export function BonusBanner({ bonus }: { bonus: keyof typeof bonuses }) {
  const { formatMessage } = useIntl();
  const { picture, title, text, isWide, hasNumbers }: Bonus = bonuses[bonus];
  const variants = `${isWide ? ' is-wide' : ''}${hasNumbers ? ' has-numbers' : ''}`;

  return (
    <OutgoingLink
      to="signUp"
      className={`frame poster bonus-banner${variants}`}
      data-place={`${bonus}-bonus`}
    >
      <Picture className="bonus-banner-picture" src={picture} width={960} height={320} />
      <span className="bonus-banner-words">
        <strong className="heading bonus-banner-title">{formatMessage({ id: title })}</strong>
        <span className="bonus-banner-text">{formatMessage({ id: text })}</span>
      </span>
    </OutgoingLink>
  );
}
