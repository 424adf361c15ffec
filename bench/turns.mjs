/** Figures of several servers that take turns, so that all have the same share of the machine's moods. */
import { end, halt, proceed } from './processes.mjs';

/**
 * Measures each row once a round.
 *
 * @returns the rows with all their figures
 */
export async function inTurns(rows, rounds, measure) {
  const measured = rows.map(({ id, name }) => ({ id, name, figures: {} }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const [place, row] of rows.entries()) {
      const figures = await measure(row);
      for (const [key, value] of Object.entries(figures)) {
        measured[place].figures[key] = [...(measured[place].figures[key] ?? []), value];
      }
      progress(round, rounds, row.name, figures);
    }
  }
  return measured;
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
      const figures = await measure(running.get(row), row);
      halt(child);
      return figures;
    });
  } finally {
    for (const { child } of running.values()) await end(child);
  }
}
