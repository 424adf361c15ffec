import type { AnchorHTMLAttributes } from 'react';

/** Id of the sentence that tells screen readers about new tabs; once a page. */
export const newTabNote = 'new-tab-note';

interface OutgoingLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Null while the address is unknown: the link is there, but disabled. */
  href: string | null;
}

/** A link that leaves the site, in a new tab. */
export function OutgoingLink({ href, children, ...props }: OutgoingLinkProps) {
  const target =
    href === null
      ? ({ role: 'link', 'aria-disabled': true } as const)
      : ({
          href,
          target: '_blank',
          rel: 'nofollow sponsored noopener',
          'aria-describedby': newTabNote,
        } as const);

  return (
    <a {...props} {...target}>
      {children}
    </a>
  );
}
