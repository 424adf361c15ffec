/** What a page measures of itself. Times are milliseconds since the navigation. */
interface Measured {
  largest: { name: string; at: number } | null;
  tasks: { startTime: number; duration: number }[];
  interactions: { name: string; duration: number }[];
  /** When the hydration script arrived. */
  hydrationStart: number | null;
  /** When the welcome pop-up opened. */
  open: number | null;
}

declare global {
  interface Window {
    /** Returns what was measured up to now. */
    measured: () => Measured;
  }
}

/** Records performance entries. Preload script of the page. */
export function observe() {
  const measured: Measured = {
    largest: null,
    tasks: [],
    interactions: [],
    hydrationStart: null,
    open: null,
  };
  const nameOf = (element: Element | null) => {
    const name = element && [element.localName, ...element.classList].join('.');
    return element?.closest('dialog') ? `dialog ${name}` : `${name}`;
  };
  const handle = (entry: PerformanceEntry) => {
    if (entry instanceof LargestContentfulPaint) {
      const name = `${nameOf(entry.element)} (${entry.size} px²)`;
      measured.largest = { name, at: entry.startTime };
    } else if (entry instanceof PerformanceEventTiming) {
      const { interactionId, duration, name } = entry;
      if (interactionId) measured.interactions.push({ name, duration });
    } else if (entry instanceof PerformanceResourceTiming) {
      if (/hydrate-\w+\.js$/.test(entry.name)) measured.hydrationStart = entry.responseEnd;
    } else {
      measured.tasks.push({ startTime: entry.startTime, duration: entry.duration });
    }
  };
  const types = ['largest-contentful-paint', 'longtask', 'event', 'resource'];
  const observers = types.map((type) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(handle));
    observer.observe({ type, buffered: true, durationThreshold: 16 });
    return observer;
  });
  const opening = new MutationObserver(() => {
    if (!document.querySelector('dialog[open]')) return;
    opening.disconnect();
    measured.open = performance.now();
  });
  opening.observe(document, { subtree: true, attributes: true, attributeFilter: ['open'] });
  window.measured = () => {
    for (const observer of observers) observer.takeRecords().forEach(handle);
    return measured;
  };
}
