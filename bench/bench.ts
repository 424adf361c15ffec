/**
 * Compares Marquee with its peers in one run, and writes `bench/RESULTS.md`.
 *
 *     make bench                                                  all measures
 *     node --import tsx bench/bench.ts --only=cached,uncached     some measures
 *     node --import tsx bench/bench.ts --rounds=5 --seconds=8     longer
 *     node --import tsx bench/bench.ts --quick                    smoke test
 *
 * With any other option, the report is written to `target/bench/`: `bench/` has that of a complete run,
 * with all figures of all rounds in `results.json`, and README gets its figures from it. A complete run exits with
 * status 1 if a goal does not hold, or was not measured.
 * Requires what `make bench` builds and installs.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from './errors.ts';
import { goalsOf, isSessionDisturbed, shown } from './goals.ts';
import type { Measure, Results } from './measure.ts';
import * as bytes from './measures/bytes.ts';
import * as cached from './measures/cached.ts';
import * as coldStart from './measures/cold-start.ts';
import * as instructions from './measures/instructions.ts';
import * as memory from './measures/memory.ts';
import * as pod from './measures/pod.ts';
import * as reload from './measures/reload.ts';
import * as uncached from './measures/uncached.ts';
import { prepare } from './prepare.ts';
import { updateDocuments } from './readme.ts';
import { goalLine, rawData, writeReport } from './report.ts';
import { folder, marquees, missing } from './servers.ts';

const measures: Measure[] = [cached, uncached, instructions, coldStart, memory, pod, reload, bytes];

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const { only, rounds, seconds, quick: isQuick } = values;
  return {
    isQuick,
    isComplete: !(only || rounds || seconds || isQuick),
    seconds: Number(seconds ?? (isQuick ? 1 : 4)),
    rounds: Number(rounds ?? (isQuick ? 2 : 10)),
    warmUp: isQuick ? 1 : 15,
    chosen: measuresNamed(only),
  };
}

function measuresNamed(names: string | undefined) {
  if (!names) return measures;
  return names.split(',').map((name) => {
    const measure = measures.find(({ id }) => id === name);
    if (measure) return measure;
    throw new Error(`--only=${name}: choose from ${measures.map(({ id }) => id).join(', ')}`);
  });
}

/** One for the server and one for the load generator, in the measures that pin them. */
const MIN_CORES = 2;

async function main() {
  const options = readOptions();
  if (availableParallelism() < MIN_CORES)
    throw new Error(`at least ${MIN_CORES} cores are required`);
  for (const { name } of missing) console.log(`skipping ${name}: it is not built`);
  if (marquees.length === 0) throw new Error('Marquee is not built: run `make bench`');
  await prepare();
  const started = performance.now();
  const results: Results = {};
  for (const { id, title, measure } of options.chosen) {
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    console.log(`${title} (${id}), after ${minutes} min`);
    results[id] = { title, ...(await measure(options)) };
    // A long run leaves its figures even if it is interrupted.
    writeFileSync(join(folder, rawData), JSON.stringify(results));
  }
  const minutes = (performance.now() - started) / 60_000;
  const isDisturbed = isSessionDisturbed(results);
  const goals = goalsOf(results);
  const measured = goals.filter(({ figure }) => !Number.isNaN(figure.estimate));
  // Of a part of a run, only what it measured.
  const reported = options.isComplete ? goals : measured;
  for (const goal of reported) console.log(goalLine(goal, isDisturbed));
  console.log(
    `done in ${minutes.toFixed(1)} min: see ${writeReport(results, reported, options, minutes)}`,
  );
  const isMissed = reported.some((goal) => shown(goal, isDisturbed) === 'does not hold');
  if (options.isComplete) updateDocuments();
  if (isMissed || measured.length < reported.length) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
