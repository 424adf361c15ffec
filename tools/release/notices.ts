/**
 * Prints the licences of the crates in the binary, each text once. Those of npm packages are beside the scripts
 * (`*.LEGAL.txt`).
 *
 *     node --import tsx tools/release/notices.ts ENGINE
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const features = ['--locked', '--no-default-features', '--features', process.argv[2] ?? 'quickjs'];

function cargo(...args: string[]): string {
  return execFileSync('cargo', [...args, ...features], { encoding: 'utf8', maxBuffer: 1 << 28 });
}

const tree = cargo('tree', '--package=marquee', '--edges=normal', '--prefix=none', '--format={p}');
const shipped = new Set(tree.split('\n').map((line) => line.split(' ').slice(0, 2).join(' ')));

interface Crate {
  name: string;
  version: string;
  license: string | null;
  manifest_path: string;
}

const { packages } = JSON.parse(cargo('metadata', '--format-version=1')) as { packages: Crate[] };
const crates = new Map<string, string[]>();
for (const { name, version, license, manifest_path } of packages) {
  if (!shipped.has(`${name} v${version}`)) continue;
  const folder = dirname(manifest_path);
  const names = readdirSync(folder).filter((file) => /^(?:copying|licen[cs]e|notice)/i.test(file));
  const texts = names.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  for (const text of texts.length > 0 ? texts : [`Licence: ${license}`])
    crates.set(text, [...(crates.get(text) ?? []), `${name} ${version}`]);
}
for (const [text, names] of crates)
  process.stdout.write(`${names.join(', ')}\n\n${text}\n\n${'-'.repeat(80)}\n\n`);
