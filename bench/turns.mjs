/** Figures of several servers that take turns, so that all have the same share of the machine's moods. */
import { end, halt, proceed } from './processes.mjs';

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
 * The same for servers that are started once and do nothing while others are measured.
 *
 * @param rows each with a function `serve` that starts its server
 */
export async function inTurnsWhileRunning(rows, rounds, measure) {
  const running = new Map();
  try {
    for (const row of rows) {
      running.set(row, await row.serve());
      halt(running.get(row).child);
    }
    return await inTurns(rows, rounds, async (row) => {
      const { child } = running.get(row);
      proceed(child);
      try {
        return await measure(running.get(row), row);
      } finally {
        halt(child);
      }
    });
  } finally {
    for (const { child } of running.values()) await end(child);
  }
}
