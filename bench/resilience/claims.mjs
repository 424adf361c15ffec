/** The claims about Marquee, each with its figure from the table. */
import { atMost } from '../claim.mjs';
import { failuresOf } from './load.mjs';

/** @param results by scenario and subject */
export function claimsOf(results) {
  const of = (scenario, figure) => {
    const figures = results[scenario]?.marquee;
    if (!figures?.reasons) return Number.NaN;
    return figure === 'failed' ? failuresOf(figures) : figures[figure];
  };
  const none = (scenario, text) =>
    atMost(`${text}: failed requests`, of(scenario, 'failed'), 0, 'requests');
  return [
    none('rolling', 'Rolling restart'),
    none('drain', 'Drain with requests in flight'),
    none('reload', 'Reload of another build'),
    none('build', 'New build, while pages are open'),
    none('content', 'Content service down'),
    none('slow', '1,000 slow clients'),
    none('memory', 'Requests that use memory up'),
    atMost('`kill -9`: slowest recovery', of('kill', 'recovery'), 1, 's'),
    atMost('Three times the capacity: p99 of complete pages', of('overload', 'p99') / 1000, 3, 's'),
    atMost('Three times the capacity: recovery', of('overload', 'recovery'), 2, 's'),
  ].filter(({ value }) => !Number.isNaN(value));
}
