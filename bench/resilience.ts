/**
 * Compares how servers cope with failures, and writes `bench/RESILIENCE.md`.
 *
 *     make resilience                                           all of it (25 minutes)
 *     make resilience FAULTS="engine loop" SUBJECTS="marquee nginx"
 *     make resilience QUICK=1                                   short, to see that it works
 *
 * With any of these variables, the report is written to `target/bench/resilience/`. The exit status is 1 if
 * something was not measured, or a goal of Marquee is missed.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { codeOf, messageOf } from './errors.ts';
import { updateDocuments } from './readme.ts';
import { prepareSites } from './resilience/builds.ts';
import { goalsOf } from './resilience/goals.ts';
import { failuresOf } from './resilience/load.ts';
import { writeReport } from './resilience/report.ts';
import {
  isMeasured,
  type Result,
  type Results,
  type Scenario,
  type Settings,
} from './resilience/scenario.ts';
import * as engine from './resilience/scenarios/engine.ts';
import { aborted, distinct } from './resilience/scenarios/growth.ts';
import * as loop from './resilience/scenarios/loop.ts';
import * as outOfMemory from './resilience/scenarios/out-of-memory.ts';
import * as overload from './resilience/scenarios/overload.ts';
import { marqueeProgram, type Subject, subjects, workFolder } from './resilience/subjects.ts';
import { verdictOn } from './statistics.ts';

const scenarios: Scenario[] = [engine, loop, outOfMemory, distinct, aborted, overload];

/** Well below the capacity of each subject for its cached page. */
const rate = 200;
const complete: Settings = {
  rate,
  calm: 5000,
  after: 5000,
  siege: 20_000,
  storm: 100_000,
  seconds: 5,
  overload: 15_000,
  relief: 30_000,
};
const quick: Settings = {
  rate,
  calm: 2000,
  after: 2000,
  siege: 8000,
  storm: 2000,
  seconds: 2,
  overload: 5000,
  relief: 15_000,
};

/** Returns the parts that a variable selects by their ids: all without it. */
function chosen<Part extends { id: string }>(variable: string, all: Part[]) {
  const names = process.env[variable]?.split(/[\s,]+/).filter(Boolean) ?? [];
  for (const name of names) {
    if (all.some(({ id }) => id === name)) continue;
    throw new Error(`${variable}: ${name} is not one of ${all.map(({ id }) => id).join(', ')}`);
  }
  return names.length === 0 ? all : all.filter(({ id }) => names.includes(id));
}

/** Fails if a program is missing, before anything is measured. */
function requirePrograms() {
  for (const program of [marqueeProgram, 'nginx', 'taskset', 'wrk']) {
    const { error } = spawnSync(program, ['-v'], { stdio: 'ignore', timeout: 5000 });
    if (error && codeOf(error) === 'ENOENT')
      throw new Error(`${program} is missing: run \`make resilience\``);
  }
}

/** A failure to measure is part of the table. */
async function resultOf(scenario: Scenario, subject: Subject, settings: Settings): Promise<Result> {
  const reason = scenario.notApplicable?.(subject);
  if (reason) return { notApplicable: reason };
  try {
    return await scenario.run(subject, settings);
  } catch (error) {
    const [line = ''] = messageOf(error).trim().split('\n');
    return { error: line };
  }
}

function progress(started: number, scenario: Scenario, subject: Subject, result: Result) {
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`${minutes} min  ${scenario.id}, ${subject.name}: ${summaryOf(result)}`);
}

function summaryOf(result: Result) {
  if ('error' in result) return result.error;
  if (!isMeasured(result)) return result.notApplicable;
  const { requests, p99, recovery } = result;
  return `${failuresOf(result)} of ${requests} failed, p99 ${p99.toFixed(1)} ms, recovery ${recovery.toFixed(1)} s`;
}

async function main() {
  const isQuick = Boolean(process.env.QUICK);
  const settings = isQuick ? quick : complete;
  const some = { scenarios: chosen('FAULTS', scenarios), subjects: chosen('SUBJECTS', subjects) };
  const isComplete =
    !isQuick &&
    some.scenarios.length === scenarios.length &&
    some.subjects.length === subjects.length;
  requirePrograms();
  const [load = 0] = loadavg();
  if (load > availableParallelism() / 4) {
    console.log(`the machine is busy (load average ${load.toFixed(1)}): the figures will show it`);
  }
  const started = performance.now();
  await prepareSites();
  const results: Results = {};
  for (const scenario of some.scenarios) {
    const bySubject: Results[string] = {};
    results[scenario.id] = bySubject;
    for (const subject of some.subjects) {
      const result = await resultOf(scenario, subject, settings);
      bySubject[subject.id] = result;
      progress(started, scenario, subject, result);
      // A long run leaves its figures even if it is interrupted.
      writeFileSync(join(workFolder, 'results.json'), JSON.stringify(results, null, 2));
    }
  }
  const minutes = (performance.now() - started) / 60_000;
  console.log(`see ${writeReport(results, { ...some, settings, load, isComplete, minutes })}`);
  if (isComplete) updateDocuments();
  const all = Object.values(results).flatMap((bySubject) => Object.values(bySubject));
  const unmet = goalsOf(results).filter(
    ({ figure, bound }) => verdictOn(figure, bound) !== 'holds',
  );
  for (const { text, figure, unit } of unmet)
    console.log(`does not hold: ${text}: ${figure.estimate} ${unit}`);
  return unmet.length > 0 || all.some((result) => 'error' in result) ? 1 : 0;
}

try {
  process.exit(await main());
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
