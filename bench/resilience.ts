/**
 * Compares how servers cope with failures, and writes `bench/RESILIENCE.md`.
 *
 *     make resilience                                           all of it
 *     make resilience FAULTS="engine loop" SUBJECTS="marquee nginx"
 *     make resilience QUICK=1                                   short, to see that it works
 *
 * With any of these variables, the report is written to `target/bench/resilience/`. The exit status is 1 if
 * something was not measured, or a goal of Marquee is not met.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { codeOf, messageOf } from './errors.ts';
import { prepare } from './prepare.ts';
import { updateDocuments } from './readme.ts';
import { commit } from './report.ts';
import { prepareSites } from './resilience/builds.ts';
import { failureGoals } from './resilience/goals.ts';
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
import * as loop from './resilience/scenarios/loop.ts';
import * as outOfMemory from './resilience/scenarios/out-of-memory.ts';
import * as overload from './resilience/scenarios/overload.ts';
import { marqueeProgram, type Subject, subjects, workFolder } from './resilience/subjects.ts';

const scenarios: Scenario[] = [engine, loop, outOfMemory, overload];

/** Well below the capacity of each subject for its cached page. */
const rate = 200;
const complete: Settings = {
  rate,
  calm: 4000,
  after: 4000,
  siege: 10_000,
  seconds: 3,
  overload: 6000,
  relief: 8000,
};
const quick: Settings = {
  rate,
  calm: 2000,
  after: 2000,
  siege: 4000,
  seconds: 2,
  overload: 3000,
  relief: 5000,
};

/** How often each scenario is repeated. */
const repetitions = { complete: 5, quick: 1 };

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
  if (!isMeasured(result)) return result.error;
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
  const started = performance.now();
  const tested = commit();
  await prepare();
  await prepareSites();
  const results: Results = {};
  const loads: number[] = [];
  for (const scenario of some.scenarios) {
    const bySubject: Results[string] = {};
    results[scenario.id] = bySubject;
    loads.push(loadavg()[0] ?? Number.NaN);
    const subject = some.subjects.filter((one) => scenario.appliesTo?.(one) ?? true);
    // In turns, so that what the machine does meanwhile affects all subjects.
    for (let run = 0; run < (isQuick ? repetitions.quick : repetitions.complete); run += 1) {
      for (const one of subject) {
        const result = await resultOf(scenario, one, settings);
        bySubject[one.id] = [...(bySubject[one.id] ?? []), result];
        progress(started, scenario, one, result);
        // A long run leaves its figures even if it is interrupted.
        writeFileSync(join(workFolder, 'results.json'), JSON.stringify(results, null, 2));
      }
    }
  }
  const minutes = (performance.now() - started) / 60_000;
  const run = { commit: tested, loads, results, ...some, settings, isComplete, minutes };
  console.log(`see ${writeReport(run)}`);
  if (isComplete) updateDocuments();
  const all = Object.values(results).flatMap((bySubject) => Object.values(bySubject).flat());
  const unmet = failureGoals(results).filter(({ isMet }) => !isMet);
  for (const { text, holds, runs } of unmet) console.log(`${text}: in ${holds} of ${runs} runs`);
  return unmet.length > 0 || all.some((result) => 'error' in result) ? 1 : 0;
}

try {
  process.exit(await main());
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
