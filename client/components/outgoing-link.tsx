import type { AnchorHTMLAttributes } from 'react';
import { type Destination, operatorPaths } from '../site/config.ts';
import { type PageStore, usePageStore } from '../state/store.ts';

/** Id of the description for screen readers that links open a new tab. */
export const newTabNote = 'new-tab-note';

interface OutgoingLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: Destination;
  /** Whether it opens a new tab, as those of the footer navigation do. */
  isInNewTab?: boolean;
}

/** A link to another site, disabled while its URL is unknown. */
export function OutgoingLink({ to, isInNewTab = false, ...props }: OutgoingLinkProps) {
  const href = usePageStore((store) => urlOf(to, store));
  const ofTab = isInNewTab && { target: '_blank', 'aria-describedby': newTabNote };
  const attributes =
    href === null
      ? ({ role: 'link', 'aria-disabled': true } as const)
      : { href, rel: `nofollow sponsored${isInNewTab ? ' noopener' : ''}`, ...ofTab };
  return (
    <a
      {...props}
      {...attributes}
      data-link={to}
      data-operator={to in operatorPaths ? true : undefined}
    />
  );
}

function urlOf(to: Destination, { link, blogLink, messagingLink }: PageStore): string | null {
  if (to === 'blog') return blogLink;
  if (to === 'messaging') return messagingLink;
  const path = Object.entries(operatorPaths).find(([page]) => page === to)?.[1];
  return path === undefined ? to : link && link + path;
}
