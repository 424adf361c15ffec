import sprite from '../assets/icons.svg';

/** Symbols of the sprite `icons.svg`. */
export type IconName =
  | 'home'
  | 'history'
  | 'promo'
  | 'live-chat'
  | 'setting'
  | 'share'
  | 'downline'
  | 'copy'
  | 'more'
  | 'deposit'
  | 'withdraw'
  | 'refresh'
  | 'close'
  | 'globe'
  | 'chevron'
  | 'pause'
  | 'play'
  | 'previous'
  | 'next'
  | 'social-community'
  | 'social-photos'
  | 'social-video'
  | 'social-messaging'
  | 'social-news';

/** A drawing in the colour of the text around it; words beside it name it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" width="24" height="24" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
