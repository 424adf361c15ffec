/** Figures of several servers that take turns, so that all have the same share of the machine's moods. */
import { end, halt, proceed } from './processes.mjs';

/** Seconds of load in a turn of servers this close: many turns tell them apart, not long ones. */
export const shortTurn = 1;

/** As many short turns as make up these rounds. */
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

/** A peer that fails once has no figure then, and the report says so; Marquee must not fail. */
async function figuresOf(row, measure) {
  try {
    return await measure(row);
  } catch (error) {
    if (row.id.startsWith('marquee')) throw error;
    console.log(`  ${row.name} fails: ${error.message}`);
    return null;
  }
}

function progress(round, rounds, name, figures) {
  const values = Object.entries(figures).map(([key, value]) => `${key} ${value.toPrecision(4)}`);
  console.log(`  ${round}/${rounds} ${name}: ${values.join(', ')}`);
}

/**
 * Starts all rows' servers once, for any number of measurements in turns; each does nothing while
 * others are measured.
 *
 * @param rows each with a function `serve` that starts its server
 * @param use what to do meanwhile, given a function that measures so many rounds
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

/** The same for one measurement. */
export const inTurnsWhileRunning = (rows, rounds, measure) =>
  whileRunning(rows, (measureInTurns) => measureInTurns(rounds, measure));
