/**
 * Field data: measures the Core Web Vitals of a visit, and sends them once, when the page is hidden.
 * A file of its own, which sampled visits load when the browser is idle.
 */
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';

/** Values by lower-case name: milliseconds, except for `cls`. */
const metrics: Record<string, string> = {};
const { lang } = document.documentElement;
const { pathname } = location;

for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
  // Every change, since the last one is reported when the page is hidden, maybe after it was sent.
  observe(record, { reportAllChanges: true });
}
document.addEventListener('visibilitychange', send);

function record({ name, value }: Metric): void {
  metrics[name.toLowerCase()] = String(value);
}

function send(): void {
  if (document.visibilityState !== 'hidden') return;
  document.removeEventListener('visibilitychange', send);
  const { connection } = navigator as Navigator & { connection?: { effectiveType?: string } };
  const report = new URLSearchParams({ path: pathname, lang, ...metrics });
  if (connection?.effectiveType) report.set('connection', connection.effectiveType);
  navigator.sendBeacon(`/api/web-vitals?${report}`);
}
