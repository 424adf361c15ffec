import { useEffect, useRef } from 'react';
import { focusMain } from '../dom/focus-main.ts';
import type { Page } from './pages.ts';

/** Moves the focus to a page that replaces another one, whose elements took the focus with them. */
export function usePageFocus(page: Page): void {
  const shown = useRef(page);

  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    focusMain();
  }, [page]);
}
