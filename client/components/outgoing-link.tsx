import type { AnchorHTMLAttributes } from 'react';

/** Id of the description for screen readers that links open a new tab. */
export const newTabNote = 'new-tab-note';

interface OutgoingLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Null while unknown, which disables the link. */
  href: string | null;
}

/** Attributes of a link that opens a new tab, or of a disabled one. */
export function outgoing(href: OutgoingLinkProps['href']) {
  return href === null
    ? ({ role: 'link', 'aria-disabled': true } as const)
    : ({
        href,
        target: '_blank',
        rel: 'nofollow sponsored noopener',
        'aria-describedby': newTabNote,
      } as const);
}

/** An external link, opened in a new tab. */
export function OutgoingLink({ href, ...props }: OutgoingLinkProps) {
  return <a {...props} {...outgoing(href)} />;
}
