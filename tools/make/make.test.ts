/** The Makefile, on machines that differ from those of developers. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'make-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function make(args: string[], cwd = '.', path = process.env.PATH, variables = {}) {
  const env = { ...process.env, PATH: path, MAKEFLAGS: '', MAKELEVEL: '0', ...variables };
  const { status, stdout, stderr } = spawnSync('make', args, { cwd, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test('The binary of a release must be of the version of the sources', () => {
  const binary = join(folder, 'marquee');
  writeFileSync(binary, '#!/bin/sh\necho marquee 0.0.0\n', { mode: 0o755 });
  const { status, output } = make(['run', `BINARY=${binary}`]);
  assert.match(output, /marquee is not marquee \d+\.\d+\.\d+, the version of these sources/);
  assert.equal(status, 2);
});

function link(program: string, bin: string) {
  const path = execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
  symlinkSync(path, join(bin, program));
}

/** Writes programs that print a text. Returns the folder, which has no others but those that `make` needs. */
function machine(programs: Record<string, string>) {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['awk', 'dirname', 'find', 'id', 'make', 'sed', 'sh', 'uname']) {
    if (!(name in programs)) link(name, bin);
  }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho '${text}'\n`, { mode: 0o755 });
  }
  writeFileSync(join(folder, 'os-release'), 'ID=fedora\nPRETTY_NAME="Fedora Linux 43"\n');
  return bin;
}

test('The doctor reports what a machine lacks that has no Bash, no Node and no dpkg', () => {
  const path = machine({ uname: 'Linux', cargo: 'cargo 1.9.0', git: '' });
  const OS_RELEASE = join(folder, 'os-release');
  const { status, output } = make(['doctor'], '.', path, { OS_RELEASE });
  assert.equal(status, 2);
  assert.match(output, /^Fedora Linux 43, /);
  assert.match(output, /^ {2}ok +Git$/m);
  assert.match(output, /^ {2}MISSING +Rust 1\.\d+ or newer$/m);
  assert.match(output, /^ {2}(sudo )?dnf install -y bash gcc-c\+\+ cmake .*nodejs npm$/m);
  assert.match(output, /^ {2}Rust .*: https:\/\/rustup\.rs$/m);
  assert.doesNotMatch(output, /not found/);
});

test('The doctor names the formulae of Homebrew on macOS', () => {
  const { output } = make(
    ['doctor'],
    '.',
    machine({ uname: 'Darwin', node: 'v22.1.0', rustup: '' }),
  );
  assert.match(output, /^ {2}ok +Node 22 or newer$/m);
  assert.match(output, /^ {2}brew install .*cmake/m);
  assert.match(output, /^ {2}C\+\+ compiler: xcode-select --install$/m);
  assert.match(output, /^ {2}Rust .*: rustup toolchain install$/m);
});

test('A goal whose packages cannot be installed fails before it compiles', () => {
  const path = machine({ uname: 'Linux' });
  link('bash', path);
  const OS_RELEASE = join(folder, 'os-release');
  const { status, output } = make(['test'], '.', path, {
    OS_RELEASE,
    CHROMIUM: join(path, 'chrome'),
  });
  assert.equal(status, 2);
  assert.match(output, /^Missing on Fedora Linux 43:\n.*C\+\+ compiler/ms);
  assert.match(output, /^ {2}MISSING +Chromium$/m);
  assert.match(output, /^ {2}MISSING +faketime$/m);
  assert.doesNotMatch(output, /cargo build/);
});

// GNU make 3.81, of macOS, lists no such feature either.
test('An old make is rejected at once, but runs the doctor', () => {
  const { status, output } = make(['.FEATURES=', 'run']);
  assert.equal(status, 2);
  assert.match(output, /GNU make .* is too old, 4\.3 is needed/);
  assert.match(make(['.FEATURES=', 'doctor']).output, /^make run$/m);
});
