import esports from '../../assets/tab-esports.svg';
import fishing from '../../assets/tab-fishing.svg';
import liveCasino from '../../assets/tab-live-casino.svg';
import lottery from '../../assets/tab-lottery.svg';
import poker from '../../assets/tab-poker.svg';
import promotions from '../../assets/tab-promotions.svg';
import slots from '../../assets/tab-slots.svg';
import sports from '../../assets/tab-sports.svg';
import type { MessageId } from '../../language/messages.ts';

interface MenuTab {
  name: string;
  picture: string;
  label: MessageId;
}

/** The tabs, in order. */
export const tabs: readonly MenuTab[] = [
  { name: 'slots', picture: slots, label: 'menu.tab.slots' },
  { name: 'live-casino', picture: liveCasino, label: 'menu.tab.liveCasino' },
  { name: 'sports', picture: sports, label: 'menu.tab.sports' },
  { name: 'fishing', picture: fishing, label: 'menu.tab.fishing' },
  { name: 'poker', picture: poker, label: 'menu.tab.poker' },
  { name: 'lottery', picture: lottery, label: 'menu.tab.lottery' },
  { name: 'esports', picture: esports, label: 'menu.tab.esports' },
  { name: 'promotions', picture: promotions, label: 'menu.tab.promotions' },
];
