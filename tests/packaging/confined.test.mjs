/**
 * The package of `make dist`, run as an unprivileged user in a chroot with a read-only file system,
 * only the C library, and an empty environment.
 *
 *     TARBALL=target/marquee-….tar.gz node --test tests/packaging/*.test.mjs
 *
 * `make test-dist` builds the package and sets `TARBALL`. Requires root. The server chooses free ports.
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
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';

const tarball = process.env.TARBALL ?? '';
/** Maximum size of the binary by engine, MiB: a third above the size in 2026. */
const maxSize = { quickjs: 22, v8: 75 };
/** An unused user and group id. */
const unprivileged = '65532:65532';
/** Length of the digest at the start of a snapshot, in characters. */
const digestLength = 64;
/** A server that renders nothing, for comparison. It logs its address as Marquee does. */
const nodeServer = `
  const server = require('node:http').createServer((_, response) => response.end('page'));
  server.listen(0, '127.0.0.1', () => {
    console.error(JSON.stringify({ address: '127.0.0.1:' + server.address().port }));
  });`;
/** Starts of each server, of which the fastest counts: the least disturbed one. */
const starts = 5;
/** Maximum CPU time of a cold start, in those of a server in Node that renders nothing. */
const maxColdStart = 2.5;

/** @type {string} */
let root;
/** URLs of both listeners. */
let site = '';
let admin = '';
/** @type {import('node:child_process').ChildProcess} */
let server;
let log = '';

before(async () => {
  assert.equal(process.getuid?.(), 0, 'requires root');
  root = mkdtempSync(join(tmpdir(), 'marquee-root-'));
  // The chroot is owned by root and must be readable by the process.
  chmodSync(root, 0o755);
  assert.ok(tarball, 'TARBALL is not set; use `make test-dist`');
  execFileSync('tar', ['--extract', '--file', tarball, '--directory', root]);
  for (const library of sharedLibraries(join(root, 'marquee/marquee'))) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    cpSync(library, join(root, library), { dereference: true });
  }
  mkdirSync(join(root, 'proc'));
  const confine = [
    'mount --make-rprivate /',
    `mount --bind ${root} ${root}`,
    `mount --rbind /proc ${root}/proc`,
    `mount -o remount,ro,bind ${root}`,
    `exec env --ignore-environment $(command -v chroot) --userspec=${unprivileged} ${root} /marquee/marquee --listen-addr 127.0.0.1:0 --admin-addr 127.0.0.1:0`,
  ].join(' && ');
  server = spawn('unshare', ['--mount', 'sh', '-c', confine], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server.stderr?.setEncoding('utf8').on('data', (text) => {
    log += text;
  });
  await firstPage();
});

after(() => {
  server?.kill('SIGKILL');
  if (root) rmSync(root, { recursive: true, force: true });
});

/** Returns the shared libraries of the binary, and fails on any but the C and C++ libraries. */
function sharedLibraries(binary) {
  const lines = execFileSync('ldd', [binary], { encoding: 'utf8' }).split('\n');
  const paths = lines.flatMap((line) => /(\/\S+) \(0x/.exec(line)?.[1] ?? []);
  const others = paths.filter(
    (path) =>
      !/\/(libc|libm|libgcc_s|libstdc\+\+|ld-linux[^/]*|libpthread|libdl|librt)\.so/.test(path),
  );
  assert.deepEqual(others, [], 'the base image has only the C and C++ libraries');
  return paths;
}

async function firstPage() {
  const deadline = performance.now() + 20_000;
  while (server.exitCode === null && performance.now() < deadline) {
    // The log of this process has the ports that it has chosen.
    const serving = log.split('\n').find((line) => line.includes('"address":'));
    if (serving) {
      const { address, admin_address } = JSON.parse(serving);
      [site, admin] = [`http://${address}`, `http://${admin_address}`];
      return (await fetch(site)).text();
    }
    await setTimeout(1);
  }
  throw new Error(`no page within 20 s: ${log.slice(0, 2000)}`);
}

test('is ready, with complete pages in every language', async () => {
  assert.equal((await fetch(`${admin}/readyz`)).status, 200);
  for (const lang of ['en', 'zh', 'ms']) {
    const response = await fetch(`${site}/?lang=${lang}`);
    assert.equal(response.status, 200);
    const page = await response.text();
    assert.match(page, new RegExp(`<html lang="${lang}"`));
    assert.ok(page.endsWith('</html>\n'), 'truncated page');
    const [style] = /\/assets\/[^"]+\.css/.exec(page) ?? [];
    assert.equal((await fetch(site + style)).status, 200);
  }
});

/** Returns the CPU time of a server from its start to the end of its first page, in milliseconds. */
async function coldStart(command, args) {
  const started = spawn(command, args, {
    cwd: join(root, 'marquee'),
    env: {},
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    for await (const line of createInterface(started.stderr)) {
      const address = line.startsWith('{') && JSON.parse(line).address;
      if (!address) continue;
      assert.ok(await (await fetch(`http://${address}`)).text());
      const threads = readdirSync(`/proc/${started.pid}/task`);
      const times = threads.map((thread) => {
        const [onCpu] = readFileSync(`/proc/${started.pid}/task/${thread}/schedstat`, 'utf8').split(
          ' ',
        );
        return Number(onCpu) / 1e6;
      });
      return times.reduce((total, time) => total + time);
    }
    throw new Error(`${command} ended`);
  } finally {
    started.kill('SIGKILL');
  }
}

// Other processes prolong the time that passes, and hardly the CPU time; the machine's speed matters to
// both servers. 1.5 times as much is usual, and without the engine cache nearly 3 times.
test('the first page takes little more CPU time than the first one of a server in Node', async (run) => {
  const addresses = ['--listen-addr', '127.0.0.1:0', '--admin-addr', '127.0.0.1:0'];
  const args = [...addresses, '--render-threads', '1', '--workers', '1'];
  const [own, others] = [[], []];
  for (let start = 0; start < starts; start += 1) {
    own.push(await coldStart(join(root, 'marquee/marquee'), args));
    others.push(await coldStart(process.execPath, ['--eval', nodeServer]));
  }
  const [marquee, node] = [own, others].map((times) => Math.min(...times));
  const figures = `${marquee.toFixed(0)} ms of CPU time, Node ${node.toFixed(0)} ms`;
  run.diagnostic(`cold start: ${figures}`);
  assert.ok(marquee <= node * maxColdStart, figures);
});

test('runs unprivileged on a read-only file system with an empty environment', () => {
  const status = execFileSync('cat', [`/proc/${server.pid}/status`], { encoding: 'utf8' });
  assert.match(status, /^Uid:\s+65532\s+65532\s+65532\s+65532$/m);
  assert.match(status, /^CapEff:\s+0000000000000000$/m);
  const environment = execFileSync('cat', [`/proc/${server.pid}/environ`]);
  assert.equal(environment.length, 0, 'the environment is not empty');
  assert.throws(
    () => execFileSync('touch', [`/proc/${server.pid}/root/marquee/dist/x`], { stdio: 'pipe' }),
    /Read-only file system/,
  );
});

test('the engine uses the compiled code of the package', (run) => {
  const { engine, renders } = copyOfPackage(run);
  const cached = () =>
    readdirSync(engine).map((name) => [name, statSync(join(engine, name)).mtimeMs]);
  const packed = cached();
  assert.notEqual(packed.length, 0);
  assert.ok(renders());
  // Newly compiled code would be written to the folder.
  assert.deepEqual(cached(), packed);
});

test('the engine starts from the snapshot of the package', (run) => {
  const { engine, renders } = copyOfPackage(run);
  const [snapshot] = readdirSync(engine).filter((name) => name.endsWith('.snapshot'));
  assert.ok(snapshot, 'no snapshot');
  // A snapshot with a valid digest, in which a global that pages need is renamed.
  const path = join(engine, snapshot);
  const content = readFileSync(path, 'latin1').slice(digestLength);
  const other = Buffer.from(content.replaceAll('marquee', 'Marquee'), 'latin1');
  const digest = createHash('sha256').update(other).digest('hex').slice(0, digestLength);
  writeFileSync(path, Buffer.concat([Buffer.from(digest), other]));
  assert.ok(!renders(), 'the snapshot was not used');
});

/** Copies the package to a writable folder. Returns its engine folder and a function that renders. */
function copyOfPackage(run) {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-copy-'));
  run.after(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'marquee'), folder, { recursive: true, preserveTimestamps: true });
  const binary = join(folder, 'marquee');
  const renders = () =>
    spawnSync(binary, ['render'], { cwd: folder, env: {}, stdio: 'ignore' }).status === 0;
  return { engine: join(folder, 'dist/engine'), renders };
}

test('the binary is stripped and within the size limit', (run) => {
  const size = statSync(join(root, 'marquee/marquee')).size / 2 ** 20;
  run.diagnostic(`binary ${size.toFixed(1)} MiB`);
  const max = /-v8-[^/]*$/.test(tarball) ? maxSize.v8 : maxSize.quickjs;
  assert.ok(size <= max, `${size.toFixed(1)} MiB, the limit is ${max}`);
  const sections = execFileSync(
    'readelf',
    ['--sections', '--wide', join(root, 'marquee/marquee')],
    { encoding: 'utf8' },
  );
  assert.doesNotMatch(sections, /\.symtab/, 'not stripped');
});

test('logs no warnings and exits with status 0', async () => {
  const warnings = log.split('\n').filter((line) => /"level":"(WARN|ERROR)"/.test(line));
  assert.deepEqual(warnings, []);
  server.kill('SIGINT');
  const [status] = await once(server, 'exit');
  assert.equal(status, 0);
});
