/** Writes what a run has found. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { claimsOf } from './claims.mjs';
import { bun, deno, folder, missing, newerNode } from './servers.mjs';
import { median } from './support.mjs';

/** Writes the report, and tells where. */
export function writeReport(results, options, minutes) {
  const path = options.isWhole ? 'bench/RESULTS.md' : join(folder, 'RESULTS.md');
  const parts = [
    `# Marquee beside its peers\n\nWritten by \`make bench\`: ${options.rounds} rounds of ` +
      `${options.seconds} s each, in turns; ${minutes.toFixed(0)} minutes. Each figure is the ` +
      'median, with the least and the greatest in brackets.',
    circumstances(),
    claims(claimsOf(results)),
    ...Object.values(results).map(section),
  ];
  writeFileSync(path, `${parts.join('\n\n')}\n`);
  return path;
}

const table = (head, rows) =>
  [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const number = (value, digits) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

function section({ title, note, tables }) {
  const shown = tables.map(({ title: name, columns, rows }) => {
    const head = ['', ...columns.map((column) => column.title)];
    const lines = rows.map((row) => [
      row.failures ? `${row.name} (failed ${row.failures} times)` : row.name,
      ...columns.map(({ key, digits }) => cell(row.figures[key], digits)),
    ]);
    return `${name ? `### ${name}\n\n` : ''}${table(head, lines)}`;
  });
  return [`## ${title}`, note, ...shown].join('\n\n');
}

function cell(values, digits) {
  if (!values) return '–';
  const [least, middle, most] = [Math.min(...values), median(values), Math.max(...values)].map(
    (value) => number(value, digits),
  );
  return least === most ? middle : `${middle} (${least}–${most})`;
}

function claims(all) {
  const lines = all.map(
    ({ text, value, bound, unit, holds }) =>
      `- ${holds ? 'holds' : '**does not hold**'}: ${text}: ${apartFrom(bound, value)} ${unit}, claimed ${bound}`,
  );
  const unmet = all.filter(({ holds }) => !holds).length;
  return `## Claims\n\n${all.length - unmet} of ${all.length} hold.\n\n${lines.join('\n')}`;
}

/** A value with two digits, or as many as it takes not to look like its bound. */
function apartFrom(bound, value) {
  const limit = Number(/[\d.]+/.exec(bound)?.[0]);
  const looksOther = (digits) => number(value, digits) !== number(limit, digits);
  return number(value, [2, 3, 4].find(looksOther) ?? 2);
}

function circumstances() {
  const facts = [
    ['Date', new Date().toISOString().slice(0, 10)],
    ['Commit', commit()],
    ['Machine', machine()],
    // What comes after the version names the machine's host.
    ['Kernel', release().split('-', 1)[0]],
    ...versions(),
    ...missing.map(({ name }) => [name, 'left out: it was not built']),
  ];
  return table(['', ''], facts).replace('---:', '---');
}

function commit() {
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim();
  const name = git('rev-parse', '--short', 'HEAD') || 'unknown';
  return git('status', '--porcelain', '--untracked-files=no') ? `${name}, with changes` : name;
}

function machine() {
  const [{ model }] = cpus();
  return `${model}, ${cpus().length} cores, ${number(totalmem() / 1e9, 0)} GB of memory`;
}

function versions() {
  const installed = (path) => JSON.parse(readFileSync(path, 'utf8')).version;
  const peer = (name) => read(() => installed(`bench/peers/${name}/package.json`));
  const rari = [peer('rari/node_modules/rari'), peer('rari/node_modules/rari-linux-x64')];
  return [
    ['Marquee', firstLine(join(folder, 'marquee-quickjs'), ['--version'])],
    ['React', installed('node_modules/react/package.json')],
    ['Node', `${process.version} and ${firstLine(newerNode, ['--version'])}`],
    ['Deno', firstLine(deno, ['--version'])],
    ['Bun', firstLine(bun, ['--version'])],
    ['Next.js', peer('next/node_modules/next')],
    ['rari', `${rari[0]}, runtime ${rari[1]}`],
    ['nginx', firstLine('nginx', ['-v'])],
    ['wrk', firstLine('wrk', ['-v'])],
  ];
}

function read(source) {
  try {
    return source();
  } catch {
    return 'unknown';
  }
}

/** The first line that a command prints: some tell their version as an error. */
function firstLine(command, args) {
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n')[0] || 'unknown';
}
