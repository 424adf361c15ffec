import { useIntl } from 'react-intl';
import { OutgoingLink } from '../../components/outgoing-link.tsx';
import { Picture } from '../../components/picture.tsx';
import type { MessageId } from '../../language/messages.ts';
import dailySpin from './daily-spin.svg';
import spinBonus from './spin-bonus.svg';
import turnoverBonus from './turnover-bonus.svg';
import './bonus-banner.css';

interface Bonus {
  picture: string;
  title: MessageId;
  text: MessageId;
  /** Whether it is for wide screens only. */
  isWide?: boolean;
  /** Whether the picture has numbers: it is not mirrored from right to left. */
  hasNumbers?: boolean;
}

const bonuses = {
  spin: { picture: spinBonus, title: 'bonus.spin.title', text: 'bonus.spin.text' },
  daily: {
    picture: dailySpin,
    title: 'bonus.daily.title',
    text: 'bonus.daily.text',
    isWide: true,
    hasNumbers: true,
  },
  turnover: { picture: turnoverBonus, title: 'bonus.turnover.title', text: 'bonus.turnover.text' },
} satisfies Record<string, Bonus>;

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
