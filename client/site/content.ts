/** The site's lists: their order, pictures and texts. */
import type { IconName, LabelledIcon } from '../components/icon.tsx';
import type { MessageId } from '../language/messages.ts';
import { type Destination, offer } from './config.ts';
import bannerDaily from './pictures/banner-daily.svg';
import bannerWelcome from './pictures/banner-welcome.svg';
import dailySpin from './pictures/daily-spin.svg';
import arena from './pictures/game-arena.svg';
import fortune from './pictures/game-fortune.svg';
import spinBonus from './pictures/spin-bonus.svg';
import esports from './pictures/tab-esports.svg';
import fishing from './pictures/tab-fishing.svg';
import liveCasino from './pictures/tab-live-casino.svg';
import lottery from './pictures/tab-lottery.svg';
import poker from './pictures/tab-poker.svg';
import promotions from './pictures/tab-promotions.svg';
import slots from './pictures/tab-slots.svg';
import sports from './pictures/tab-sports.svg';
import turnoverBonus from './pictures/turnover-bonus.svg';

interface Offer {
  picture: string;
  title: MessageId;
  text: MessageId;
  action: MessageId;
}

/** The slides of the carousels. The second carousel has them in the opposite order. */
export const offers: readonly Offer[] = [
  {
    picture: bannerWelcome,
    title: 'offers.welcome.title',
    text: 'offers.welcome.text',
    action: 'offers.welcome.action',
  },
  {
    picture: bannerDaily,
    title: 'offers.daily.title',
    text: 'offers.daily.text',
    action: 'offers.daily.action',
  },
];

interface Amount {
  /** A message that contains the amount. */
  text: MessageId;
  amount: string;
}

/** The amounts of the offer, below the headline. */
export const amounts: readonly Amount[] = [
  { text: 'welcome.popup.title', amount: offer.newMemberBonus },
  { text: 'footer.offer.text', amount: offer.freeBonus },
  { text: 'offers.daily.text', amount: offer.firstDepositBonus },
];

export interface Bonus {
  picture: string;
  title: MessageId;
  text: MessageId;
  /** Whether it is for wide screens only. */
  isWide?: boolean;
  /** Whether the picture has numbers: it is not mirrored from right to left. */
  hasNumbers?: boolean;
}

/** The bonuses that have a banner in a side column. */
export const bonuses = {
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

interface MenuTab {
  picture: string;
  label: MessageId;
}

/** The menu tabs. */
export const menuTabs: readonly MenuTab[] = [
  { picture: slots, label: 'menu.tab.slots' },
  { picture: liveCasino, label: 'menu.tab.liveCasino' },
  { picture: sports, label: 'menu.tab.sports' },
  { picture: fishing, label: 'menu.tab.fishing' },
  { picture: poker, label: 'menu.tab.poker' },
  { picture: lottery, label: 'menu.tab.lottery' },
  { picture: esports, label: 'menu.tab.esports' },
  { picture: promotions, label: 'menu.tab.promotions' },
];

interface Game {
  picture: string;
  title: MessageId;
  text: MessageId;
}

/** The games in the block that every menu tab shows. */
export const games: readonly Game[] = [
  { picture: fortune, title: 'games.fortune.title', text: 'games.fortune.text' },
  { picture: arena, title: 'games.arena.title', text: 'games.arena.text' },
];

interface SocialLink {
  icon: IconName;
  label: MessageId;
  /** The others lead to the home page. */
  to?: Destination;
}

/** The social links. */
export const socialLinks: readonly SocialLink[] = [
  { icon: 'social-community', label: 'content.social.community' },
  { icon: 'social-photos', label: 'content.social.photos' },
  { icon: 'social-video', label: 'content.social.video' },
  { icon: 'social-messaging', label: 'content.social.messaging', to: 'messaging' },
  { icon: 'social-news', label: 'content.social.news' },
];

/** The icon buttons in both side columns. */
export const actions: readonly LabelledIcon[] = [
  { icon: 'share', label: 'actions.share.label' },
  { icon: 'downline', label: 'actions.downline.label' },
  { icon: 'copy', label: 'actions.copy.label' },
  { icon: 'more', label: 'actions.more.label' },
];

interface FooterLink {
  icon: IconName;
  to: Destination;
  label: MessageId;
}

/** The links at the bottom of the window. */
export const footerLinks: readonly FooterLink[] = [
  { icon: 'home', to: 'home', label: 'footer.nav.home' },
  { icon: 'history', to: 'signUp', label: 'footer.nav.history' },
  { icon: 'promo', to: 'signUp', label: 'footer.nav.promo' },
  { icon: 'live-chat', to: 'signUp', label: 'footer.nav.liveChat' },
  { icon: 'setting', to: 'signUp', label: 'footer.nav.setting' },
];
