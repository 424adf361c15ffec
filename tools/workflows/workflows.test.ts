/** The workflows in .github/workflows/, as GitHub's own editor service validates them, and what they select. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { validate } from '@actions/languageservice';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';

const folder = '.github/workflows';

/** Returns the findings as lines with number and message. */
async function findings(name: string, text: string) {
  const document = TextDocument.create(`file:///${folder}/${name}`, 'yaml', 1, text);
  const diagnostics = await validate(document);
  diagnostics.sort((a, b) => a.range.start.line - b.range.start.line);
  return diagnostics.map(({ range, message }) => `${name}:${range.start.line + 1}: ${message}`);
}

test.each(readdirSync(folder))('%s has valid keys and expressions', async (name) => {
  expect(await findings(name, readFileSync(`${folder}/${name}`, 'utf8'))).toEqual([]);
});

test('A change runs the parts that it can break, and everything if that is not known', () => {
  const root = mkdtempSync(join(tmpdir(), 'select-'));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
      // Of what runs this test.
      env: { ...process.env, BASE: '' },
    });
  const select = () =>
    run('.ci/select')
      .split('\n')
      .flatMap((line) => /^1\|([^|]*)/.exec(line)?.[1] ?? []);
  cpSync('.ci/select', join(root, '.ci/select'));
  const everything = select();
  expect(everything.length).toBeGreaterThan(7);
  run('git', 'init', '--initial-branch=main');
  run('git', 'add', '.');
  run('git', '-c', 'user.name=x', '-c', 'user.email=x', 'commit', '--message=x');
  expect(select()).toEqual(everything);
  run('git', 'checkout', '-b', 'branch');
  expect(select()).toEqual([]);
  const always = 'Lint and unit tests';
  for (const [path, expected] of [
    ['README.md', [always]],
    ['locales/ms.json', [always, 'Tests', 'Deployment', 'Signals']],
    ['client/pages/home.test.tsx', [always]],
    ['deploy/strapi/package.json', [always, 'Deployment', 'Content service', 'Compose']],
    [
      'server/renderer/src/lib.rs',
      [always, 'Tests', 'Example of the renderer', 'Engine tests on V8'],
    ],
    ['Cargo.lock', everything],
    ['unknown', everything],
  ] as const) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), 'x');
    expect(select(), path).toEqual(expected);
    rmSync(join(root, path));
  }
  rmSync(root, { recursive: true });
});

/** Of each part whose tests are TypeScript, the files with its tests. */
const suites = {
  Signals: /^tests\/signals\/.*\.test\.ts$/,
  'Content service': /^tests\/strapi\/.*\.test\.ts$/,
  Compose: /^tests\/compose\/.*\.test\.ts$/,
  Package: /^tests\/packaging\/.*\.test\.ts$/,
  'Former Chromiums': /^tests\/browser\/versions\/.*\.spec\.ts$/,
  Chromium: /^(client|tests\/browser)\/(?!tools\/|versions\/).*(?<!\.engines)\.spec\.ts$/,
  'Firefox and WebKit':
    /^(client\/.*\.engines|tests\/cross-browser\/(?!screenshots\/).*)\.spec\.ts$/,
  'Development tools': /^tests\/browser\/tools\/.*\.spec\.ts$/,
};

/** The files of the repository. */
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');

/** Returns the paths that a pattern stands for: one of each alternative. */
function alternatives(pattern: string): string[] {
  const [group, within = ''] = /\(([^()]*)\)/.exec(pattern) ?? [];
  if (!group) return pattern.split('|');
  return within.split('|').flatMap((one) => alternatives(pattern.replace(group, () => one)));
}

test('Each path that selects a part is one of the repository', () => {
  const table = readFileSync('.ci/select', 'utf8');
  const parts = [...table.matchAll(/^ {2}'([^|]+)(?:\|[^|]*){2}\|(.*)'$/gm)];
  expect(parts.length).toBeGreaterThan(15);
  for (const [, part, paths = ''] of parts)
    for (const path of alternatives(paths))
      expect(
        files.some((file) => new RegExp(`^(${path})`).test(file)),
        `${part}: ${path}`,
      ).toBe(true);
});

test('A part runs after a change of what its tests import, or name as a file', async () => {
  const selected = new Set(
    execFileSync('bash', ['.ci/select', '--each'], {
      encoding: 'utf8',
      input: `${files.join('\n')}\n`,
    }).split('\n'),
  );
  /** Returns the files that a source names, from its own folder or from the root. */
  const namedIn = (source: string) => {
    const literals = readFileSync(source, 'utf8').matchAll(/(["'`])([\w@./-]+\.[a-z]+)\1/g);
    return [...literals]
      .flatMap(([, , name = '']) => [normalize(name), join(dirname(source), name)])
      .filter((name) => files.includes(name));
  };
  const missing = [];
  for (const [part, isTest] of Object.entries(suites)) {
    const { metafile } = await build({
      entryPoints: files.filter((file) => isTest.test(file)),
      bundle: true,
      metafile: true,
      write: false,
      outdir: '.',
      platform: 'node',
      format: 'esm',
      packages: 'external',
      loader: { '.svg': 'empty' },
    });
    const imported = Object.keys(metafile.inputs);
    const ofTests = imported.filter((file) => file.startsWith('tests/'));
    expect(imported.length, part).toBeGreaterThan(3);
    for (const file of new Set([...imported, ...ofTests.flatMap(namedIn)]))
      if (!selected.has(`${file}|${part}`)) missing.push(`${part}: ${file}`);
  }
  for (const file of files.filter((file) => /^tests\/(http|check)\/.*\.rs$/.test(file)))
    for (const named of namedIn(file))
      if (!selected.has(`${named}|Server`)) missing.push(`Server: ${named}`);
  expect(missing).toEqual([]);
});
