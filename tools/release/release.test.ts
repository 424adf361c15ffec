import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'vitest';

describe('The plan of a release', () => {
  let folder: string;

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example', ...args], {
      cwd: folder,
    });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plan-'));
    git('init', '--quiet');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** Commits a version with a changelog. */
  function commit(version: string, changelog: string) {
    writeFileSync(join(folder, 'Cargo.toml'), `[workspace.package]\nversion = "${version}"\n`);
    writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n${changelog}`);
    git('add', '--all');
    git('commit', '--quiet', '--message', version);
  }

  /** Returns the lines of the plan with the notes, or the error. */
  function plan(tag: string) {
    const script = resolve('tools/release/plan.sh');
    const notes = join(folder, 'notes.md');
    const { status, stdout, stderr } = spawnSync('bash', [script, tag, notes], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) return stderr.trim();
    return [...stdout.trim().split('\n'), readFileSync(notes, 'utf8').trim()];
  }

  test('has the notes of the version, and says whether it is a candidate', () => {
    commit('1.0.0', '## Unreleased\n\n## 1.0.0 - 2026-01-01\n\nThe first.\n');
    assert.deepEqual(plan('v1.0.0'), ['version=1.0.0', 'prerelease=false', 'The first.']);
    const candidate = '## Unreleased\n\nWhat comes.\n\n## 1.0.0 - 2026-01-01\n\nThe first.\n';
    commit('1.1.0-rc.1', candidate);
    assert.deepEqual(plan('v1.1.0-rc.1'), ['version=1.1.0-rc.1', 'prerelease=true', 'What comes.']);
    commit('1.1.0', candidate.replace('Unreleased', 'Unreleased\n\n## 1.1.0 - 2026-02-01'));
    assert.deepEqual(plan('v1.1.0'), ['version=1.1.0', 'prerelease=false', 'What comes.']);
  });

  test('is refused for another version than that of the sources, and without notes', () => {
    commit('1.0.0', '## Unreleased\n\nWhat comes.\n');
    assert.match(String(plan('v1.0.1')), /the tag is v1\.0\.1, but the version .* is 1\.0\.0/);
    assert.match(String(plan('v1.0.0')), /nothing under '## 1\.0\.0'/);
  });
});

test('The manifests and their guide have the version of the sources', () => {
  const [, version] = /^version = "(.*)"$/m.exec(readFileSync('Cargo.toml', 'utf8')) ?? [];
  const overlays = ['production', 'try'].map(
    (it) => `deploy/kustomize/overlays/${it}/kustomization.yaml`,
  );
  for (const file of [...overlays, 'deploy/kubernetes.md']) {
    const versions = readFileSync(file, 'utf8').matchAll(/(?:^ +newTag: |\?ref=v)(\S+)/gm);
    assert.deepEqual([...new Set(Array.from(versions, ([, it]) => it))], [version], file);
  }
});

test('The image is built with the compiler of the tests', () => {
  const [, version] = /^channel = "(.*)"$/m.exec(readFileSync('rust-toolchain.toml', 'utf8')) ?? [];
  assert.match(
    readFileSync('deploy/Dockerfile', 'utf8'),
    new RegExp(`^ARG RUST_IMAGE=.*/rust:${version}-`, 'm'),
  );
});

test('The list of npm packages in the client bundle has those of the lock file', () => {
  const script = 'tools/release/client-sbom.sh';
  const list = () => execFileSync('bash', [script, '1.2.3'], { encoding: 'utf8' });
  const text = list();
  assert.equal(list(), text, 'not reproducible');
  const { components } = JSON.parse(text);
  const lock: Record<string, { version: string }> = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  ).packages;
  const locked = new Set(
    Object.entries(lock).map(([path, it]) => `${path.split('node_modules/').at(-1)}@${it.version}`),
  );
  const names = new Set<string>();
  for (const { name, version } of components) {
    assert.ok(locked.has(`${name}@${version}`), `${name}@${version}`);
    names.add(name);
  }
  for (const name of ['react', 'react-dom', 'react-intl', 'scheduler', 'zustand']) {
    assert.ok(names.has(name), name);
  }
  for (const name of ['esbuild', 'diff', 'vitest']) {
    assert.ok(!names.has(name), name);
  }
});
