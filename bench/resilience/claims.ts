/** The claims about Marquee, each with its figure from the table. */
import { atLeast, atMost } from '../claim.ts';
import { failuresOf } from './load.ts';
import { isMeasured, type Results } from './scenario.ts';

export function claimsOf(results: Results) {
  const of = (scenario: string, figure: 'failed' | 'goodput' | 'p99' | 'recovery') => {
    const result = results[scenario]?.marquee;
    if (!result || !isMeasured(result)) return Number.NaN;
    return (figure === 'failed' ? failuresOf(result) : result[figure]) ?? Number.NaN;
  };
  const none = (scenario: string, text: string) =>
    atMost(`${text}: failed requests`, of(scenario, 'failed'), 0, 'requests');
  return [
    none('drain', 'Drain with requests in flight'),
    none('reload', 'Reload of another build'),
    none('build', 'New build, while pages are open'),
    none('content', 'Content service down'),
    none('memory', 'Requests that use memory up'),
    atMost('`kill -9`: slowest recovery', of('kill', 'recovery'), 1, 's'),
    atLeast('Up to three times the capacity: least goodput', of('overload', 'goodput'), 95, '%'),
    atMost('Up to three times the capacity: p99', of('overload', 'p99') / 1000, 1, 's'),
    atMost('Up to three times the capacity: recovery', of('overload', 'recovery'), 2, 's'),
  ].filter(({ value }) => !Number.isNaN(value));
}
