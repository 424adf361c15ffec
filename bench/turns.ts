/** Interleaved measurements of several servers, so that changes of the machine's load affect all alike. */
import { messageOf } from './errors.ts';
import type { Lengths, MeasuredRow, Row } from './measure.ts';
import { end, halt, type Process, proceed } from './processes.ts';

/** The figures of one round. */
type Figures = Record<string, number>;

/** Seconds of load in a turn: many short turns distinguish servers better than few long ones. */
export const shortTurn = 1;

/** The number of short turns with the same total duration as these rounds. */
export const shortTurns = ({ rounds, seconds }: Lengths) =>
  Math.ceil((rounds * seconds) / shortTurn);

/** Measures each row once a round, and returns the rows with all their figures. */
export async function inTurns<R extends Row>(
  rows: R[],
  rounds: number,
  measure: (row: R) => Figures | Promise<Figures>,
): Promise<MeasuredRow[]> {
  const measured = rows.map((row) => {
    const result: MeasuredRow = { id: row.id, name: row.name, figures: {}, failures: 0 };
    return { row, result };
  });
  for (let round = 1; round <= rounds; round += 1) {
    for (const { row, result } of measured) {
      const figures = await figuresOf(row, measure);
      if (!figures) {
        result.failures += 1;
        continue;
      }
      for (const [key, value] of Object.entries(figures)) {
        result.figures[key] = [...(result.figures[key] ?? []), value];
      }
      progress(round, rounds, row.name, figures);
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

function progress(round: number, rounds: number, name: string, figures: Figures) {
  const values = Object.entries(figures).map(([key, value]) => `${key} ${value.toPrecision(4)}`);
  console.log(`  ${round}/${rounds} ${name}: ${values.join(', ')}`);
}

/** A row whose server `serve` starts. */
interface ServedRow<Started> extends Row {
  serve(): Promise<Started>;
}

type Measure<Started> = (started: Started, row: Row) => Figures | Promise<Figures>;

/**
 * Starts the servers of all rows once, for any number of interleaved measurements; each is suspended
 * while others are measured.
 *
 * @param use called with a function that measures a number of rounds
 */
export async function whileRunning<Started extends { child: Process }, Result>(
  rows: ServedRow<Started>[],
  use: (
    measureInTurns: (rounds: number, measure: Measure<Started>) => Promise<MeasuredRow[]>,
  ) => Promise<Result>,
) {
  const running: (Row & { started: Started })[] = [];
  try {
    for (const row of rows) {
      const started = await row.serve();
      running.push({ id: row.id, name: row.name, started });
      halt(started.child);
    }
    return await use((rounds, measure) =>
      inTurns(running, rounds, async (row) => {
        proceed(row.started.child);
        try {
          return await measure(row.started, row);
        } finally {
          halt(row.started.child);
        }
      }),
    );
  } finally {
    for (const { started } of running) await end(started.child);
  }
}

/** Like `whileRunning`, for one measurement. */
export const inTurnsWhileRunning = <Started extends { child: Process }>(
  rows: ServedRow<Started>[],
  rounds: number,
  measure: Measure<Started>,
) => whileRunning(rows, (measureInTurns) => measureInTurns(rounds, measure));
