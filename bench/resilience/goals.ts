/** The goals of Marquee, each with its figure from the table. */
import type { Goal } from '../goals.ts';
import { type Bound, exactly } from '../statistics.ts';
import { failuresOf } from './load.ts';
import { isMeasured, type Results } from './scenario.ts';

export function goalsOf(results: Results): (Goal & { bound: Bound })[] {
  const of = (scenario: string, figure: 'failed' | 'goodput' | 'p99' | 'recovery') => {
    const result = results[scenario]?.marquee;
    if (!result || !isMeasured(result)) return Number.NaN;
    return (figure === 'failed' ? failuresOf(result) : result[figure]) ?? Number.NaN;
  };
  const goal = (text: string, value: number, bound: Bound, unit: string) => ({
    text,
    figure: exactly(value),
    bound,
    unit,
    isTimed: false,
  });
  const none = (scenario: string, text: string) =>
    goal(`${text}: failed requests`, of(scenario, 'failed'), { atMost: 0 }, 'requests');
  return [
    none('memory', 'Requests that use memory up'),
    none('engine', 'Engines killed'),
    none('loop', 'A page that loops'),
    goal(
      'Up to three times the capacity: least goodput',
      of('overload', 'goodput'),
      { atLeast: 95 },
      '%',
    ),
    goal('Up to three times the capacity: p99', of('overload', 'p99') / 1000, { atMost: 1 }, 's'),
    goal(
      'Up to three times the capacity: recovery',
      of('overload', 'recovery'),
      { atMost: 2 },
      's',
    ),
  ].filter(({ figure }) => !Number.isNaN(figure.estimate));
}
