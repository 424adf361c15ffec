/** The Makefile, on machines that differ from those of developers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'make-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function make(args: string[], cwd = '.', path = process.env.PATH) {
  const env = { ...process.env, PATH: path, MAKEFLAGS: '' };
  const { status, stdout, stderr } = spawnSync('make', args, { cwd, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test('The help needs no program of bsdextrautils', () => {
  writeFileSync(join(folder, 'column'), '#!/bin/sh\nexit 127\n', { mode: 0o755 });
  const { status, output } = make([], '.', `${folder}:${process.env.PATH}`);
  assert.equal(status, 0, output);
  assert.match(output, /^ {2}make run {2,}Build everything and serve/m);
});

test('Terms are checked in an unpacked archive, without what is built in it', () => {
  for (const source of ['Makefile', 'tools/make', 'tools/avoided-terms.txt', '.gitignore']) {
    cpSync(source, join(folder, source), { recursive: true });
  }
  const avoided = ['last', 'good'].join(' ');
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, 'dist/built.js'), avoided);
  const before = make(['terms'], folder);
  assert.equal(before.status, 0, before.output);
  writeFileSync(join(folder, 'README.md'), avoided);
  const after = make(['terms'], folder);
  assert.match(after.output, /^README\.md:1:/m);
  assert.equal(after.status, 2);
});

test.each(['build', 'check', 'gallery', 'preview', 'run', 'screenshots', 'test'])(
  'make %s uses the profile of daily work, so that the engine is compiled once',
  (goal) => {
    const { output } = make(['--dry-run', '--always-make', goal]);
    assert.match(output, /cargo build .*--profile fast-build/);
    assert.doesNotMatch(output, /--profile release/);
  },
);

test.each(['audit', 'bench-guard', 'dist', 'soak', 'target/release/marquee'])(
  'make %s builds a release',
  (goal) => {
    const { output } = make(['--dry-run', '--always-make', goal]);
    assert.match(output, /cargo build .*--profile release/);
  },
);
