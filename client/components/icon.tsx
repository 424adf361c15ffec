import type { MessageId } from '../language/messages.ts';
import sprite from '../site/pictures/icons.svg';

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

export interface LabelledIcon {
  icon: IconName;
  label: MessageId;
}

/** A decorative icon in the current text colour. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" width="24" height="24" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
