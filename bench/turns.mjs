/** Interleaved measurements of several servers, so that changes of the machine's load affect all alike. */
import { end, halt, proceed } from './processes.mjs';

/** Seconds of load in a turn: many short turns distinguish servers better than few long ones. */
export const shortTurn = 1;

/** The number of short turns with the same total duration as these rounds. */
export const shortTurns = ({ rounds, seconds }) => Math.ceil((rounds * seconds) / shortTurn);

/**
 * Measures each row once a round.
 *
 * @returns the rows with all their figures
 */
export async function inTurns(rows, rounds, measure) {
  const measured = rows.map(({ id, name }) => ({ id, name, figures: {}, failures: 0 }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [place, row] of rows.entries()) {
      const figures = await figuresOf(row, measure);
      measured[place].failures += figures === null;
      for (const [key, value] of Object.entries(figures ?? {})) {
        measured[place].figures[key] = [...(measured[place].figures[key] ?? []), value];
      }
      if (figures) progress(round, rounds, row.name, figures);
    }
  }
  return measured;
}

/** A failure of a peer is reported and leaves no figure; a failure of Marquee ends the run. */
async function figuresOf(row, measure) {
  try {
    return await measure(row);
  } catch (error) {
    if (row.id.startsWith('marquee')) throw error;
    console.log(`  ${row.name} failed: ${error.message}`);
    return null;
  }
}

function progress(round, rounds, name, figures) {
  const values = Object.entries(figures).map(([key, value]) => `${key} ${value.toPrecision(4)}`);
  console.log(`  ${round}/${rounds} ${name}: ${values.join(', ')}`);
}

/**
 * Starts the servers of all rows once, for any number of interleaved measurements; each is suspended
 * while others are measured.
 *
 * @param rows each with a function `serve` that starts its server
 * @param use called with a function that measures a number of rounds
 */
export async function whileRunning(rows, use) {
  const running = new Map();
  const inTurn = (measure) => async (row) => {
    const { child } = running.get(row);
    proceed(child);
    try {
      return await measure(running.get(row), row);
    } finally {
      halt(child);
    }
  };
  try {
    for (const row of rows) {
      running.set(row, await row.serve());
      halt(running.get(row).child);
    }
    return await use((rounds, measure) => inTurns(rows, rounds, inTurn(measure)));
  } finally {
    for (const { child } of running.values()) await end(child);
  }
}

/** Like `whileRunning`, for one measurement. */
export const inTurnsWhileRunning = (rows, rounds, measure) =>
  whileRunning(rows, (measureInTurns) => measureInTurns(rounds, measure));
