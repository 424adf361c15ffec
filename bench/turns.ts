/** Interleaved measurements of several servers, so that changes of the machine's load affect all alike. */
import { messageOf } from './errors.ts';
import type { MeasuredRow, Row } from './measure.ts';
import { end, type Process } from './processes.ts';

/** The figures of one round. */
type Figures = Record<string, number>;

/**
 * Measures each row once a round, in alternating order (A B, B A), and returns the rows with the figures of all
 * rounds.
 */
export async function inTurns<R extends Row>(
  rows: R[],
  rounds: number,
  measure: (row: R) => Figures | Promise<Figures>,
): Promise<MeasuredRow[]> {
  const measured = rows.map((row) => {
    const result: MeasuredRow = { id: row.id, name: row.name, figures: {}, failures: 0 };
    return { row, result };
  });
  for (let round = 0; round < rounds; round += 1) {
    for (const { row, result } of round % 2 === 0 ? measured : measured.toReversed()) {
      const figures = await figuresOf(row, measure);
      if (!figures) {
        result.failures += 1;
        continue;
      }
      for (const [key, value] of Object.entries(figures)) {
        result.figures[key] ??= Array(rounds).fill(Number.NaN);
        result.figures[key][round] = value;
      }
      const values = Object.entries(figures).map(
        ([key, value]) => `${key} ${value.toPrecision(4)}`,
      );
      console.log(`  ${round + 1}/${rounds} ${row.name}: ${values.join(', ')}`);
    }
  }
  return measured.map(({ result }) => result);
}

/** A failure of a peer is reported and leaves no figure; a failure of Marquee ends the run. */
async function figuresOf<R extends Row>(row: R, measure: (row: R) => Figures | Promise<Figures>) {
  try {
    return await measure(row);
  } catch (error) {
    if (row.id.startsWith('marquee')) throw error;
    console.log(`  ${row.name} failed: ${messageOf(error)}`);
    return null;
  }
}

/** A row whose server `serve` starts. */
interface ServedRow<Started> extends Row {
  serve(): Promise<Started>;
}

/** Like `inTurns`, with servers that are started once. Each is idle while others are measured. */
export async function inTurnsWhileRunning<Started extends { child: Process }>(
  rows: ServedRow<Started>[],
  rounds: number,
  measure: (started: Started) => Figures | Promise<Figures>,
) {
  const running: (Row & { started: Started })[] = [];
  try {
    for (const { id, name, serve } of rows) running.push({ id, name, started: await serve() });
    return await inTurns(running, rounds, ({ started }) => measure(started));
  } finally {
    for (const { started } of running) await end(started.child);
  }
}
