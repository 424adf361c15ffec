/**
 * Field data: measures the Core Web Vitals of a visit, and sends them once, when the page is hidden.
 * A file of its own, which sampled visits load when the browser is idle.
 */
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';

/** Values by lower-case name: milliseconds, except for `cls`. */
const metrics: Record<string, string> = {};
const { lang } = document.documentElement;

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
  navigator.sendBeacon(`/api/web-vitals?${new URLSearchParams({ lang, ...metrics })}`);
}
