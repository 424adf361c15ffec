import type { KeyboardEvent } from 'react';
import { hasModifier } from '../dom/plain-click.ts';

/**
 * Handles keys of a menu of links: arrows, Home and End move the focus, letters to the next item that
 * begins with one, Space activates (WAI-ARIA Authoring Practices, menu button).
 */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  // Alt and an arrow key, for example, navigates the history.
  if (hasModifier(event)) return;
  const items = [...event.currentTarget.querySelectorAll('a')];
  const index = items.indexOf(document.activeElement as HTMLAnchorElement);
  const target = targetOfKey(event.key, items, index);
  if (event.key === ' ') items[index]?.click();
  else if (target) target.focus();
  else return;
  event.preventDefault();
}

function targetOfKey(key: string, items: HTMLElement[], index: number): HTMLElement | undefined {
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key === 'ArrowDown') return items[(index + 1) % items.length];
  if (key === 'ArrowUp') return items.at(index <= 0 ? -1 : index - 1);
  const others = [...items.slice(index + 1), ...items.slice(0, index + 1)];
  const first = ({ textContent }: HTMLElement) => textContent?.slice(0, 1).toLowerCase();
  return others.find((item) => first(item) === key.toLowerCase());
}
