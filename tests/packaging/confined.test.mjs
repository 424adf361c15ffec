/**
 * The package of `make dist`, as an image or a careful machine would run it: as a
 * user without rights, on a file system that nobody can write to, with nothing
 * else there but the C library, and with an empty environment.
 *
 *     TARBALL=target/marquee-….tar.gz node --test tests/packaging/*.test.mjs
 *
 * `make test-dist` packs it and says where it is. It must be run by root, and with
 * the ports 8080 and 9090 of 127.0.0.1 free: nothing is set, those of the site too.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';

const tarball = process.env.TARBALL ?? '';
/** The most that the binary may weigh with each engine, MiB: a third more than it did in 2026. */
const heaviest = { quickjs: 22, v8: 75 };
/** What the settings are when nothing is set. */
const [site, admin] = ['http://127.0.0.1:8080', 'http://127.0.0.1:9090'];
/** A user whom no system knows. */
const nobody = '65532:65532';
/** Characters of the digest that a snapshot begins with. */
const digestLength = 64;
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
  assert.ok(tarball, '`make test-dist` says which package is meant');
  execFileSync('tar', ['--extract', '--file', tarball, '--directory', root]);
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
});

test('the engine compiles nothing that came compiled with the package', (run) => {
  const { engine, renders } = copyOfPackage(run);
  const kept = () =>
    readdirSync(engine).map((name) => [name, statSync(join(engine, name)).mtimeMs]);
  const packed = kept();
  assert.ok(renders());
  // What it has to compile it keeps, where it may write.
  assert.deepEqual(kept(), packed);
});

test('the engine starts from the snapshot that came with the package', (run) => {
  const { engine, renders } = copyOfPackage(run);
  const [snapshot] = readdirSync(engine).filter((name) => name.endsWith('.snapshot'));
  assert.ok(snapshot, 'there is none');
  // One that is whole by its digest, of an engine in which what pages need has another name.
  const path = join(engine, snapshot);
  const content = readFileSync(path, 'latin1').slice(digestLength);
  const other = Buffer.from(content.replaceAll('marquee', 'Marquee'), 'latin1');
  const digest = createHash('sha256').update(other).digest('hex').slice(0, digestLength);
  writeFileSync(path, Buffer.concat([Buffer.from(digest), other]));
  assert.ok(!renders(), 'it took no notice of the snapshot');
});

/** The package where its process may write to it, and whether it can render a page there. */
function copyOfPackage(run) {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-copy-'));
  run.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'marquee'), folder, { recursive: true, preserveTimestamps: true });
  const binary = join(folder, 'marquee');
  const renders = () =>
    spawnSync(binary, ['render'], { cwd: folder, env: {}, stdio: 'ignore' }).status === 0;
  return { engine: join(folder, 'dist/engine'), renders };
}

test('the binary is stripped, and no heavier than it need be', (run) => {
  const size = statSync(join(root, 'marquee/marquee')).size / 2 ** 20;
  run.diagnostic(`binary ${size.toFixed(1)} MiB`);
  const most = /-v8-[^/]*$/.test(tarball) ? heaviest.v8 : heaviest.quickjs;
  assert.ok(size <= most, `${size.toFixed(1)} MiB, and ${most} at most`);
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
