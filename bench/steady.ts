/** Servers that are measured in turns: each once a round, in alternating order (A B, B A). */
import { load, loadAndCount, type Running } from './loads.ts';
import { type Figure, type Pair, type Row, rounded, rowOf } from './measure.ts';
import { otherCores } from './processes.ts';

/** The end of the id of a row that is the same server as another one once more. */
const again = '-again';

/** Returns the same server once more: what tells the two apart is the machine. */
export const asAgain = <R extends Row>(row: R): R => ({ ...row, id: `${row.id}${again}` });

/** Measures each row once a round; resolves with the values by the ids of the rows. */
export async function inTurns<R extends Row>(
  rows: R[],
  rounds: number,
  measure: (row: R) => Promise<number>,
) {
  const values: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const row of round % 2 === 0 ? rows : rows.toReversed()) {
      values[row.id] = [...(values[row.id] ?? []), await measure(row)];
    }
  }
  return values;
}

/** Returns pairs of the values of turns: of two rows, or of one and the same again. */
export function pairsOf(
  values: Record<string, number[]>,
  pairs: Pick<Pair, 'over' | 'under'>[],
  { method, load, figure }: Pick<Pair, 'method' | 'load'> & { figure: Figure },
): Pair[] {
  return pairs.map(({ over, under }) => {
    const [overs = [], unders = []] = [values[over.id], values[under.id]];
    const both = overs.map((value, round): [number, number] => [
      rounded(value),
      rounded(unders[round] ?? Number.NaN),
    ]);
    const id = `${method}-${under.id}-${over.id}`;
    // A null pair has the id of one server twice.
    const same = { id: over.id.replace(again, ''), name: over.name };
    return {
      id,
      method,
      load,
      over: same,
      under: rowOf(under),
      figures: { [figure]: both },
      failures: 0,
    };
  });
}

/** Seconds of load at the start of a turn that do not count: the server was idle. */
const resumption = 1;

/**
 * Returns the CPU time of a request in milliseconds of a server that has a core of its own, at the end of a turn in
 * which nothing else is measured.
 */
export async function steadyTurn(running: Running, connections: number, seconds: number) {
  const options = { connections, cores: otherCores };
  await load(running.url, { ...options, seconds: resumption });
  const { cpu } = await loadAndCount(running, { ...options, seconds });
  return cpu;
}
