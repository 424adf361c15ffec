import type { AnchorHTMLAttributes } from 'react';
import { linkRel, operatorPaths } from '../site/config.ts';
import { type PageStore, usePageStore } from '../state/store.ts';

/** Where a link to another site leads: a page of the operator's, what the content service or a setting names, a URL. */
export type Destination = keyof typeof operatorPaths | 'blog' | 'messaging' | `https://${string}`;

/** Id of the description for screen readers that links open a new tab. */
export const newTabNote = 'new-tab-note';

interface OutgoingLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: Destination;
  /** Whether it opens a new tab, as those of the footer navigation do. */
  isInNewTab?: boolean;
}

/** A link to another site, disabled while its URL is unknown. */
export function OutgoingLink({ to, isInNewTab, ...props }: OutgoingLinkProps) {
  const href = usePageStore((store) => urlOf(to, store));
  const isOperator = to in operatorPaths || undefined;
  return (
    <a {...props} {...attributesOf(href, isInNewTab)} data-link={to} data-operator={isOperator} />
  );
}

function attributesOf(href: string | null, isInNewTab?: boolean) {
  if (href === null) return { role: 'link', 'aria-disabled': true } as const;
  if (!isInNewTab) return { href, rel: linkRel };
  return {
    href,
    target: '_blank',
    rel: `${linkRel} noopener`,
    'aria-describedby': newTabNote,
  };
}

function urlOf(to: Destination, store: PageStore): string | null {
  if (to === 'blog' || to === 'messaging') return store[`${to}Link`];
  if (!(to in operatorPaths)) return to;
  return store.link && store.link + operatorPaths[to as keyof typeof operatorPaths];
}
