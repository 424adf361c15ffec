import type { Page } from '@playwright/test';

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

/** Returns the layout shifts since the page was loaded, with the classes of the elements that moved. */
export function layoutShifts(page: Page): Promise<{ value: number; moved: string[] }[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve(
            (list.getEntries() as LayoutShift[]).map(({ value, sources }) => ({
              value,
              moved: sources.map(({ node }) => (node instanceof Element ? node.className : 'text')),
            })),
          ),
        );
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );
}
