import type { AnchorHTMLAttributes } from 'react';
import { type OperatorPage, operatorPaths } from '../site/config.ts';
import { usePageStore } from '../state/store.ts';
import { outgoing } from './outgoing-link.tsx';

interface OperatorLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: OperatorPage;
  /** Whether it opens a new tab, as those of the footer navigation do. */
  isInNewTab?: boolean;
}

/** A link to a page of the operator's site. */
export function OperatorLink({ to, isInNewTab, ...props }: OperatorLinkProps) {
  const link = usePageStore((store) => store.link);
  const href = link && link + operatorPaths[to];
  return <a {...props} {...outgoing(href, isInNewTab)} data-link={to} data-operator />;
}
