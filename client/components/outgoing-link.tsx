import type { AnchorHTMLAttributes } from 'react';
import type { LinkName } from './counted.ts';

/** Id of the description for screen readers that links open a new tab. */
export const newTabNote = 'new-tab-note';

interface OutgoingLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Null while unknown, which disables the link. */
  href: string | null;
  'data-link': LinkName;
}

/** Attributes of a link to another site, or of a disabled one. */
export function outgoing(href: OutgoingLinkProps['href'], isInNewTab = false) {
  if (href === null) return { role: 'link', 'aria-disabled': true } as const;
  if (!isInNewTab) return { href, rel: 'nofollow sponsored' } as const;
  return {
    href,
    target: '_blank',
    rel: 'nofollow sponsored noopener',
    'aria-describedby': newTabNote,
  } as const;
}

/** A link to another site. */
export function OutgoingLink({ href, ...props }: OutgoingLinkProps) {
  return <a {...props} {...outgoing(href)} />;
}
