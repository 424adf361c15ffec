/**
 * What the server counts visits by. The build gives it these lists, and it counts nothing else, so that its time
 * series are bounded.
 */
import { type Destination, operatorPaths } from '../site/config.ts';
import { bonuses, footerLinks, socialLinks } from '../site/content.ts';

/** Parts of pages, as `data-place` names them. The innermost one counts. */
export const places = [
  'header',
  'intro',
  'left-carousel',
  'tabs',
  'games',
  'left',
  'right-carousel',
  'account',
  'balance',
  'sports',
  'right',
  'content',
  'welcome',
  'footer-offer',
  'footer-nav',
  ...(Object.keys(bonuses) as BonusName[]).map((bonus) => `${bonus}-bonus` as const),
] as const;

/** Links to other sites, as `data-link` names them. */
export const links: readonly string[] = [
  ...new Set([
    ...Object.keys(operatorPaths),
    'blog',
    'messaging',
    ...[...socialLinks, ...footerLinks].flatMap(({ to = [] }) => to),
  ]),
];

type BonusName = keyof typeof bonuses;
export type Place = (typeof places)[number];

declare module 'react' {
  interface HTMLAttributes<T> {
    'data-place'?: Place | undefined;
  }
  interface AnchorHTMLAttributes<T> {
    'data-link'?: Destination | undefined;
    /** Marks a link to the operator's site, which carries the campaign of the visit. */
    'data-operator'?: true | undefined;
  }
}
