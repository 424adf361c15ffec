/**
 * Compares Marquee with its peers, and writes `bench/RESULTS.md`.
 *
 *     make bench                                                          all parts
 *     node --import tsx bench/bench.ts --only=cached-null,cached-nginx    some parts
 *     node --import tsx bench/bench.ts --starts=30                        longer
 *     node --import tsx bench/bench.ts --quick                            smoke test
 *
 * With any other option, the report is written to `target/bench/`: `bench/` has that of a complete run, with the
 * values of all windows in `results.json`, and README and docs/capacity.md get their figures from it.
 * Requires what `make bench` builds and installs.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { comparisonsOf } from './comparisons.ts';
import { fullWarmUp } from './duet.ts';
import { messageOf } from './errors.ts';
import type { Run } from './measure.ts';
import { measureStarts } from './measures/cold-start.ts';
import { measureInstructions } from './measures/instructions.ts';
import { measureMemory } from './measures/memory.ts';
import { measurePods } from './measures/pod.ts';
import { builtDuets, measureDuet, measureSteady } from './pairs.ts';
import { prepare } from './prepare.ts';
import { updateDocuments } from './readme.ts';
import { commit, environmentOf, interval, rawData, writeReport } from './report.ts';
import { folder, marquees, missing } from './servers.ts';

/** How long each part measures: starts, windows and rounds that count, and seconds, those of warm-up among them. */
interface Lengths {
  starts: number;
  windows: number;
  warmUp: number;
  rounds: number;
  coldStarts: number;
  seconds: number;
}

const complete: Lengths = {
  starts: 10,
  windows: 10,
  warmUp: fullWarmUp,
  rounds: 10,
  coldStarts: 30,
  seconds: 3,
};
const quick: Lengths = { starts: 3, windows: 4, warmUp: 2, rounds: 6, coldStarts: 6, seconds: 1 };

/** The parts of a run by their ids; each adds what it measures. */
const parts: Record<string, (run: Run, lengths: Lengths) => Promise<void>> = {
  ...Object.fromEntries(
    builtDuets.map((pair) => [
      pair.id,
      async (run: Run, { starts, windows, warmUp }: Lengths) => {
        run.pairs.push(await measureDuet(pair, { starts, windows, warmUp }));
      },
    ]),
  ),
  async steady(run, { rounds, seconds, warmUp }) {
    run.pairs.push(...(await measureSteady({ rounds, seconds, warmUp })));
  },
  async starts(run, { coldStarts }) {
    run.pairs.push(...(await measureStarts(coldStarts)));
  },
  async memory(run) {
    run.memory = await measureMemory(3);
  },
  async instructions(run) {
    run.instructions = await measureInstructions();
  },
  async pods(run, { seconds }) {
    run.pods = await measurePods(3, seconds);
  },
};

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      starts: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const { only, starts, quick: isQuick } = values;
  const chosen = only?.split(',') ?? Object.keys(parts);
  const unknown = chosen.find((id) => !(id in parts));
  if (unknown) throw new Error(`--only: ${unknown} is not of ${Object.keys(parts).join(', ')}`);
  const lengths = isQuick ? quick : complete;
  return {
    chosen,
    isComplete: !(only || starts || isQuick) && missing.length === 0,
    lengths: starts ? { ...lengths, starts: Number(starts) } : lengths,
  };
}

/** One for each server of a duet. */
const minCores = 2;

async function main() {
  const { chosen, isComplete, lengths } = readOptions();
  if (availableParallelism() < minCores) throw new Error(`at least ${minCores} cores are required`);
  for (const { name } of missing) console.log(`skipping ${name}: it is not built`);
  if (marquees.length === 0) throw new Error('Marquee is not built: run `make bench`');
  await prepare();
  const started = performance.now();
  const minutes = () => (performance.now() - started) / 60_000;
  // The commit is asked for first, as the report itself changes the work tree.
  const run: Run = {
    commit: commit(),
    starts: lengths.starts,
    environment: [],
    loads: [],
    minutes: 0,
    pairs: [],
    memory: [],
    instructions: [],
    pods: [],
  };
  for (const id of chosen) {
    const [load = 0] = loadavg();
    run.loads.push(load);
    console.log(`${minutes().toFixed(1)} min: ${id}, load average ${load.toFixed(1)}`);
    const before = run.pairs.length;
    await parts[id]?.(run, lengths);
    for (const { pair, figure, ratio } of comparisonsOf({ pairs: run.pairs.slice(before) })) {
      console.log(`  ${pair.over.name} over ${pair.under.name}, ${figure}: ${interval(ratio)}`);
    }
    // A long run leaves its values even if it is interrupted.
    writeFileSync(join(folder, rawData), JSON.stringify(run));
  }
  run.minutes = minutes();
  run.environment = environmentOf(run);
  console.log(`see ${writeReport(run, isComplete ? 'bench' : folder)}`);
  if (isComplete) updateDocuments();
}

try {
  await main();
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
