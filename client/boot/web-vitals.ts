/**
 * Field data: measures the Core Web Vitals of a visit, and sends them once, when the page is hidden.
 * A file of its own, which sampled visits load when the browser is idle.
 */
import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { servedState } from '../state/page-state.ts';
import { placeOf, sendReport } from './reporting.ts';

/** Values by lower-case name: milliseconds, except for `cls`; and the places of two of them. */
const metrics: Record<string, string> = {};

for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
  // Every change, since the last one is reported when the page is hidden, maybe after it was sent.
  observe(record, { reportAllChanges: true });
}
document.addEventListener('visibilitychange', send);

function record(metric: MetricType): void {
  const name = metric.name.toLowerCase();
  metrics[name] = String(metric.value);
  const element = elementOf(metric);
  const place = element instanceof Element && placeOf(element);
  if (place) metrics[`${name}_place`] = place;
  else delete metrics[`${name}_place`];
}

/** Returns what was the largest paint or the target of the interaction, while it is in the page. */
function elementOf({ name, entries }: MetricType): Node | null | undefined {
  if (name === 'LCP') return entries.at(-1)?.element;
  return name === 'INP' ? entries.find(({ target }) => target)?.target : null;
}

function send(): void {
  if (document.visibilityState !== 'hidden') return;
  document.removeEventListener('visibilitychange', send);
  sendReport('web-vitals', { lang: servedState().currentLanguage, ...metrics });
}
