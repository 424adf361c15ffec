/**
 * The package of `make dist`: what it needs, and its size. `systemd.test.ts` and
 * `tests/image/` run it confined.
 *
 *     TARBALL=target/marquee-….tar.gz node --import tsx --test tests/packaging/package.test.ts
 *
 * `make test-dist` builds the package and sets `TARBALL`. The server chooses free ports.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Program } from '../support/program.ts';

const tarball = process.env.TARBALL ?? '';
/** Maximum size of the binary by engine, MiB: a third above the size in 2026. */
const maxSize = { quickjs: 22, v8: 75 };

const folder = mkdtempSync(join(tmpdir(), 'marquee-package-'));
const cwd = join(folder, 'marquee');
const binary = join(cwd, 'marquee');

before(() => {
  assert.ok(tarball, 'TARBALL is not set; use `make test-dist`');
  execFileSync('tar', ['--extract', '--file', tarball, '--directory', folder]);
});

after(() => rmSync(folder, { recursive: true }));

test('the binary needs only the C and C++ libraries, which the base image has', () => {
  const lines = execFileSync('ldd', [binary], { encoding: 'utf8' }).split('\n');
  const paths = lines.flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? []);
  const others = paths.filter(
    (path) =>
      !/\/(libc|libm|libgcc_s|libstdc\+\+|ld-linux[^/]*|libpthread|libdl|librt)\.so/.test(path),
  );
  assert.deepEqual(others, []);
});

test('the binary is stripped and within the size limit', (run) => {
  const size = statSync(binary).size / 2 ** 20;
  run.diagnostic(`binary ${size.toFixed(1)} MiB`);
  const max = /-v8-[^/]*$/.test(tarball) ? maxSize.v8 : maxSize.quickjs;
  assert.ok(size <= max, `${size.toFixed(1)} MiB, the limit is ${max}`);
  const sections = execFileSync('readelf', ['--sections', '--wide', binary], { encoding: 'utf8' });
  assert.doesNotMatch(sections, /\.symtab/, 'not stripped');
});

test('a profiler finds the names of functions beside the package, by the id of the build', () => {
  const unstripped = join(folder, 'unstripped');
  const compressed = readFileSync(tarball.replace('.tar.gz', '.unstripped.gz'));
  writeFileSync(unstripped, gunzipSync(compressed));
  const read = (option: string, file: string) =>
    execFileSync('readelf', [option, '--wide', file], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const [id, other] = [binary, unstripped].map(
    (file) => /Build ID: (\w+)/.exec(read('--notes', file))?.[1],
  );
  assert.ok(id, 'no id');
  assert.equal(id, other);
  assert.match(read('--symbols', unstripped), /\bFUNC\b.*marquee_renderer/);
});

test('the package has the source maps with which the server logs errors', () => {
  const { entry, assets } = JSON.parse(readFileSync(join(cwd, 'dist/site.json'), 'utf8'));
  const maps = readdirSync(join(cwd, 'dist/source-maps'));
  for (const script of [entry, assets.app]) assert.ok(maps.includes(`${basename(script)}.map`));
});

test('the binary of the package serves the sources in development on a machine without Rust', async () => {
  const paths = (process.env.PATH ?? '').split(delimiter);
  const PATH = paths.filter((path) => !existsSync(join(path, 'cargo'))).join(delimiter);
  const make = new Program('make', ['dev', `BINARY=${binary}`], {
    env: { ...process.env, PATH, MAKEFLAGS: '', MAKELEVEL: '0' },
  });
  try {
    const url = await make.until(
      'it serves',
      () => /^Serving (.*)$/m.exec(make.lines.join('\n'))?.[1],
    );
    assert.match(await (await fetch(url)).text(), /<h1/);
  } finally {
    await make.stop();
  }
});

test('the package has licences, instructions, units, proxies and alerts', () => {
  const files =
    'LICENSE README.md docs/settings.md deploy/one-machine.md deploy/systemd/marquee.service';
  const others =
    'deploy/systemd/marquee.socket deploy/proxy/Caddyfile deploy/prometheus/rules.yaml';
  for (const file of `${files} ${others}`.split(' ')) assert.ok(existsSync(join(cwd, file)), file);
  assert.match(readdirSync(join(cwd, 'dist/engine')).join(), /^\w+\.snapshot$/);
  const notices = readFileSync(join(cwd, 'NOTICES'), 'utf8');
  for (const crate of [/\bactix-web \d/, /\bdeno_core \d/]) assert.match(notices, crate);
});
