/**
 * Counts the instructions of a response of each server of the duets, in user space, by the counters of the processor.
 *
 *     make bench-counters
 *     node --import tsx bench/counters.ts --event=task-clock    another event of perf
 *
 * Callgrind, which `instructions.ts` uses, runs no other runtime; the counters count all alike. Few virtual machines
 * have them: of GitHub's hosted runners, those with arm64.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Duet, fullWarmUp, type Member } from './duet.ts';
import { messageOf } from './errors.ts';
import { load, type Running } from './loads.ts';
import { builtDuets, loadOf } from './pairs.ts';
import { prepare } from './prepare.ts';
import { end, groupOf, otherCores, serverCore } from './processes.ts';
import { number, spread, table } from './report.ts';
import { missing } from './servers.ts';
import { median } from './statistics.ts';
import { temporaryFolder } from './temporary.ts';

const { event } = parseArgs({
  options: { event: { type: 'string', default: 'instructions:u' } },
}).values;

/** How often each server is counted, and for how many seconds. */
const [rounds, seconds] = [3, 3];

/** Returns the events of a response, of all processes of a server. */
async function count({ child, url }: Running, pair: Duet) {
  const output = join(temporaryFolder(), 'perf');
  const perf = ['perf', 'stat', '--event', event, '--field-separator', ';', '--output', output];
  const wrapper = [...perf, '--pid', groupOf(child).join(',')];
  const { requests } = await load(url, { ...loadOf(pair), seconds, cores: otherCores, wrapper });
  const report = readFileSync(output, 'utf8');
  const [, events] = /^([\d.]+);/m.exec(report) ?? [];
  if (!events) throw new Error(`this machine does not count ${event}:\n${report}`);
  return Number(events) / requests;
}

async function countsOf(member: Member, pair: Duet) {
  const running = await member.start(serverCore);
  try {
    await load(running.url, { ...loadOf(pair), seconds: fullWarmUp, cores: otherCores });
    const counts: number[] = [];
    for (let round = 0; round < rounds; round += 1) counts.push(await count(running, pair));
    return counts;
  } finally {
    await end(running.child);
  }
}

async function main() {
  const names = missing.map(({ name }) => name).join(', ');
  if (names && process.env.CI) throw new Error(`not built: ${names}`);
  if (names) console.error(`skipping ${names}: not built`);
  await prepare();
  const counted = new Map<Member, number[]>();
  const lines: string[][] = [];
  for (const pair of builtDuets) {
    const { id, over, under } = pair;
    if (over === under) continue;
    for (const member of [over, under]) {
      if (!counted.has(member)) counted.set(member, await countsOf(member, pair));
    }
    const [overs = [], unders = []] = [counted.get(over), counted.get(under)];
    const digits = median(overs) < 100 ? 4 : 0;
    lines.push([
      `${over.name} over ${under.name}, ${id.startsWith('logged') ? 'with access logs' : pair.load}`,
      spread(overs, digits),
      spread(unders, digits),
      number(median(overs) / median(unders), 2),
    ]);
  }
  const report = `\`${event}\` of a response:\n\n${table(['', 'Over', 'Under', 'Ratio'], lines)}\n`;
  process.stdout.write(report);
  const { GITHUB_STEP_SUMMARY: summary } = process.env;
  if (summary) appendFileSync(summary, report);
}

try {
  await main();
} catch (error) {
  console.error(messageOf(error));
  process.exit(1);
}
