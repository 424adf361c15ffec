/**
 * The package of `make dist`, as an image or a careful machine would run it: as a
 * user without rights, on a file system that nobody can write to, with nothing
 * else there but the C library, and with an empty environment.
 *
 *     node --test tests/packaging/*.test.mjs     (as root, after `make dist`)
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const target = fileURLToPath(new URL('../../target/', import.meta.url));
/** What the settings are when nothing is set. */
const [site, admin] = ['http://127.0.0.1:8080', 'http://127.0.0.1:9090'];
/** A user whom no system knows. */
const nobody = '65532:65532';
/** From the start of the process to the last byte of the first page, milliseconds. */
const longestStart = 300;

/** @type {string} */
let root;
/** @type {import('node:child_process').ChildProcess} */
let server;
let log = '';
let started = 0;

before(async () => {
  assert.equal(process.getuid?.(), 0, 'only root can confine a process; run it as root');
  root = mkdtempSync(join(tmpdir(), 'marquee-root-'));
  // It is the process's whole world, and the process is not its owner.
  chmodSync(root, 0o755);
  const tarball = readdirSync(target).find((name) => /^marquee-.*\.tar\.gz$/.test(name));
  assert.ok(tarball, '`make dist` makes the package');
  execFileSync('tar', ['--extract', '--file', join(target, tarball), '--directory', root]);
  for (const library of librariesOf(join(root, 'marquee/marquee'))) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    cpSync(library, join(root, library), { dereference: true });
  }
  mkdirSync(join(root, 'proc'));
  const confine = [
    'mount --make-rprivate /',
    `mount --bind ${root} ${root}`,
    `mount --rbind /proc ${root}/proc`,
    `mount -o remount,ro,bind ${root}`,
    `exec env --ignore-environment $(command -v chroot) --userspec=${nobody} ${root} /marquee/marquee`,
  ].join(' && ');
  const begun = performance.now();
  server = spawn('unshare', ['--mount', 'sh', '-c', confine], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server.stderr?.setEncoding('utf8').on('data', (text) => {
    log += text;
  });
  await firstPage();
  started = performance.now() - begun;
});

after(() => {
  server?.kill('SIGKILL');
  if (root) rmSync(root, { recursive: true, force: true });
});

/** Files that the binary needs and the package does not have: those of the C library. */
function librariesOf(binary) {
  const lines = execFileSync('ldd', [binary], { encoding: 'utf8' }).split('\n');
  const paths = lines.flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? []);
  const others = paths.filter(
    (path) =>
      !/\/(libc|libm|libgcc_s|libstdc\+\+|ld-linux[^/]*|libpthread|libdl|librt)\.so/.test(path),
  );
  assert.deepEqual(others, [], 'the base image has no more than the C and C++ libraries');
  return paths;
}

async function firstPage() {
  const latest = performance.now() + 20_000;
  while (server.exitCode === null && performance.now() < latest) {
    const page = await fetch(site).then(
      (response) => response.text(),
      () => null,
    );
    if (page !== null) return page;
  }
  throw new Error(`there is no page: ${log.slice(0, 2000)}`);
}

test('a confined process serves whole pages in every language', async () => {
  for (const lang of ['en', 'zh', 'ms']) {
    const response = await fetch(`${site}/?lang=${lang}`);
    assert.equal(response.status, 200);
    const page = await response.text();
    assert.match(page, new RegExp(`<html lang="${lang}"`));
    assert.ok(page.endsWith('</html>\n'), 'half a page');
    const [style] = /\/assets\/[^"]+\.css/.exec(page) ?? [];
    assert.equal((await fetch(site + style)).status, 200);
  }
});

test('its first page is there within 300 ms of its start', (run) => {
  run.diagnostic(`first page after ${Math.round(started)} ms`);
  assert.ok(started <= longestStart, `${Math.round(started)} ms`);
});

test('it really has no rights and nothing to write to', () => {
  const status = execFileSync('cat', [`/proc/${server.pid}/status`], { encoding: 'utf8' });
  assert.match(status, /^Uid:\s+65532\s+65532\s+65532\s+65532$/m);
  assert.match(status, /^CapEff:\s+0000000000000000$/m);
  const environment = execFileSync('cat', [`/proc/${server.pid}/environ`]);
  assert.equal(environment.length, 0, 'its environment was not empty');
  assert.throws(
    () => execFileSync('touch', [`/proc/${server.pid}/root/marquee/dist/x`], { stdio: 'pipe' }),
    /Read-only file system/,
  );
});

test('it is ready and says what it was built from', async () => {
  assert.equal((await fetch(`${admin}/readyz`)).status, 200);
  const version = await (await fetch(`${admin}/version`)).json();
  assert.match(version.commit, /^([0-9a-f]{7,}|unknown)$/);
  assert.ok(existsSync(join(root, 'marquee/dist/engine')));
});

test('the engine starts from compiled code that came with the package', () => {
  // What it had to compile it would try to keep, and could not.
  const caches = readdirSync(join(root, 'marquee/dist/engine'));
  assert.ok(caches.length > 0, 'no compiled code in the package');
});

test('the package is no larger than it need be', (run) => {
  const { size } = statSync(join(root, 'marquee/marquee'));
  run.diagnostic(`binary ${(size / 2 ** 20).toFixed(1)} MiB`);
  const sections = execFileSync(
    'readelf',
    ['--sections', '--wide', join(root, 'marquee/marquee')],
    { encoding: 'utf8' },
  );
  assert.doesNotMatch(sections, /\.symtab/, 'it is not stripped');
});

test('it complains of nothing and ends well', async () => {
  const complaints = log.split('\n').filter((line) => /"level":"(WARN|ERROR)"/.test(line));
  assert.deepEqual(complaints, []);
  server.kill('SIGINT');
  const [status] = await once(server, 'exit');
  assert.equal(status, 0);
});
