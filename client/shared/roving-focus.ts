import type { KeyboardEvent } from 'react';
import { hasModifier } from './plain-click.ts';

const keys = {
  horizontal: { previous: 'ArrowLeft', next: 'ArrowRight' },
  vertical: { previous: 'ArrowUp', next: 'ArrowDown' },
} as const;

/**
 * Keys of a set of links that acts as one control, such as tabs or a menu: the
 * arrows, Home and End move the focus among them, Space follows the link.
 */
export function moveInSet(event: KeyboardEvent<HTMLElement>, direction: keyof typeof keys): void {
  // Alt and an arrow, say, goes back in the history.
  if (hasModifier(event)) return;
  const items = [...event.currentTarget.querySelectorAll('a')];
  const place = items.indexOf(document.activeElement as HTMLAnchorElement);
  const target = targetOfKey(event.key, items, place, direction);
  if (event.key === ' ') items[place]?.click();
  else if (target) target.focus();
  else return;
  event.preventDefault();
}

function targetOfKey(
  key: string,
  items: HTMLElement[],
  place: number,
  direction: keyof typeof keys,
): HTMLElement | undefined {
  const { previous, next } = keysOf(direction);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key === next) return items[(place + 1) % items.length];
  if (key === previous) return items.at(place <= 0 ? -1 : place - 1);
  return undefined;
}

/** Arrows point to a side, so where text runs from right to left they change places. */
function keysOf(direction: keyof typeof keys) {
  const { previous, next } = keys[direction];
  const isMirrored = direction === 'horizontal' && document.documentElement.dir === 'rtl';
  return isMirrored ? { previous: next, next: previous } : { previous, next };
}
