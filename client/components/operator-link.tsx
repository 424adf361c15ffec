import type { AnchorHTMLAttributes } from 'react';
import { operatorPaths } from '../business.ts';
import { usePageStore } from '../state/store.ts';
import { OutgoingLink } from './outgoing-link.tsx';

export type OperatorPage = keyof typeof operatorPaths;

interface OperatorLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: OperatorPage;
}

/** A link to a page of the operator's site. */
export function OperatorLink({ to, ...props }: OperatorLinkProps) {
  const base = usePageStore(({ link }) => link);
  return <OutgoingLink {...props} href={base === null ? null : base + operatorPaths[to]} />;
}
