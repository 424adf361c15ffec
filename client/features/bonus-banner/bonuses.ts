import dailySpin from '../../assets/daily-spin.svg';
import spinBonus from '../../assets/spin-bonus.svg';
import turnoverBonus from '../../assets/turnover-bonus.svg';

/** The bonuses that have a banner in a side column. */
export const bonuses = {
  spin: { picture: spinBonus, title: 'bonus.spin.title', text: 'bonus.spin.text' },
  daily: { picture: dailySpin, title: 'bonus.daily.title', text: 'bonus.daily.text' },
  turnover: { picture: turnoverBonus, title: 'bonus.turnover.title', text: 'bonus.turnover.text' },
} as const;
