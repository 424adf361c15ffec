import type { KeyboardEvent } from 'react';
import { hasModifier } from './plain-click.ts';

const keys = {
  horizontal: { previous: 'ArrowLeft', next: 'ArrowRight' },
  vertical: { previous: 'ArrowUp', next: 'ArrowDown' },
} as const;

/**
 * Handles keys of a composite widget of links, such as tabs or a menu: arrows, Home and End move the
 * focus, Space activates.
 */
export function moveInSet(event: KeyboardEvent<HTMLElement>, direction: keyof typeof keys): void {
  // Alt and an arrow key, for example, navigates the history.
  if (hasModifier(event)) return;
  const items = [...event.currentTarget.querySelectorAll('a')];
  const index = items.indexOf(document.activeElement as HTMLAnchorElement);
  const target = targetOfKey(event.key, items, index, direction);
  if (event.key === ' ') items[index]?.click();
  else if (target) target.focus();
  else return;
  event.preventDefault();
}

function targetOfKey(
  key: string,
  items: HTMLElement[],
  index: number,
  direction: keyof typeof keys,
): HTMLElement | undefined {
  const { previous, next } = keysOf(direction);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key === next) return items[(index + 1) % items.length];
  if (key === previous) return items.at(index <= 0 ? -1 : index - 1);
  return undefined;
}

/** Returns the arrow keys, mirrored in right-to-left pages. */
function keysOf(direction: keyof typeof keys) {
  const { previous, next } = keys[direction];
  const isMirrored = direction === 'horizontal' && document.documentElement.dir === 'rtl';
  return isMirrored ? { previous: next, next: previous } : { previous, next };
}
