/** Interleaved measurements of several servers, so that changes of the machine's load affect all alike. */
import { messageOf } from './errors.ts';
import type { Lengths, MeasuredRow, Row } from './measure.ts';
import { end, halt, type Process, proceed, stolenShare } from './processes.ts';

/** The figures of one round. */
type Figures = Record<string, number>;

/** Seconds of load in a turn: many short turns distinguish servers better than few long ones. */
export const shortTurn = 1;

/** The number of short turns with the same total duration as these rounds. */
const shortTurns = ({ rounds, seconds }: Lengths) => Math.ceil((rounds * seconds) / shortTurn);

/** Largest share of the machine's time that the hypervisor may take from a round that counts. */
const largestStall = 0.02;

/** Most attempts to measure a round without a stall. */
const attempts = 5;

/** Measures a round again, and counts that, if the hypervisor did not run the machine for a part of it. */
async function withoutStall(row: MeasuredRow, measure: () => Figures | Promise<Figures>) {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stolen = stolenShare();
    const figures = await measure();
    if (stolen() <= largestStall) return figures;
    row.stalls += 1;
  }
  throw new Error(`the hypervisor stopped the machine in ${attempts} rounds`);
}

/** Measures each row once a round, and returns the rows with all their figures. */
export async function inTurns<R extends Row>(
  rows: R[],
  rounds: number,
  measure: (row: R) => Figures | Promise<Figures>,
): Promise<MeasuredRow[]> {
  const measured = rows.map((row) => {
    const result: MeasuredRow = { id: row.id, name: row.name, figures: {}, failures: 0, stalls: 0 };
    return { row, result };
  });
  for (let round = 1; round <= rounds; round += 1) {
    for (const { row, result } of measured) {
      const figures = await figuresOf(row, () => withoutStall(result, () => measure(row)));
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
async function figuresOf(row: Row, measure: () => Promise<Figures>) {
  try {
    return await measure();
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

/**
 * Measures each row in short turns and, unless `steady` is 0, then once for that many seconds, since a turn
 * begins after a pause. The figures of the long turn have the prefix `steady-`.
 */
export const inTurnsAndSteadily = <Started extends { child: Process }>(
  rows: ServedRow<Started>[],
  lengths: Lengths & { steady: number },
  measure: (started: Started, seconds: number) => Figures | Promise<Figures>,
) =>
  whileRunning(rows, async (measureInTurns) => {
    const turns = shortTurns(lengths);
    const inTurns = await measureInTurns(turns, (started) => measure(started, shortTurn));
    if (lengths.steady === 0) return inTurns;
    const steadily = await measureInTurns(1, (started) => measure(started, lengths.steady));
    return inTurns.map((row, index) => {
      for (const [key, values] of Object.entries(steadily[index]?.figures ?? {})) {
        row.figures[`steady-${key}`] = values;
      }
      return row;
    });
  });
