/**
 * The units of `deploy/systemd/` with the package of `make dist`: checked by `systemd-analyze`, and run
 * by a service manager of their own, a user instance of systemd in namespaces. It applies the unit's
 * restrictions as the system's instance does.
 *
 *     PACKAGE=target/marquee node --import tsx --test tests/packaging/systemd.test.ts
 *
 * Requires root, Debian's packages `systemd`, `nginx-light` and `openssl`, and CADDY; not systemd as the init
 * system.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../../tools/free-port.ts';
import { ContentService, operatorLinks } from '../browser/support/content-service.ts';
import { type ReverseProxy, startCaddy, startNginx } from '../support/proxies.ts';
import { until } from '../support/until.ts';

const units = 'deploy/systemd';
const names = readdirSync(units);
const packageFolder = resolve(process.env.PACKAGE ?? 'target/marquee');
/** Maximum exposure by `systemd-analyze security`, times ten. */
const maxExposure = 20;
const isUnified = execFileSync('stat', ['-f', '-c', '%T', '/sys/fs/cgroup'], {
  encoding: 'utf8',
}).startsWith('cgroup2');
/** The hierarchy of control groups that systemd uses. */
const hierarchy = isUnified ? '/sys/fs/cgroup' : '/sys/fs/cgroup/systemd';
const group = join(hierarchy, `marquee-test-${process.pid}`);
/** Why the units cannot be run here, if they cannot: containers may have no control groups. CI must have. */
const skip = canRun() || process.env.CI ? false : `${hierarchy} is read-only`;
/** Where the package and the configuration are mounted for the service. */
const mounted = { marquee: '/opt/marquee', configuration: '/opt/configuration' };

let folder: string;
let manager: ChildProcess;
let managerPid = 0;
let contentService: ContentService | undefined;
let proxies: ReverseProxy[] = [];
let site = '';
let admin = '';

/**
 * Starts the manager in namespaces: $1 is the folder of the test, $2 the mount point of the hierarchy of
 * control groups, $3 its type and options. The system's instance would have created the files in /run.
 */
const startManager = `
set -e
mount --make-rprivate /
mount -t tmpfs tmpfs /opt
mkdir ${mounted.marquee} ${mounted.configuration}
cp -r "$1/package/." ${mounted.marquee}
mount --bind "$1/configuration" ${mounted.configuration}
mkdir "$1/run"
mount --bind "$1/run" /run
mkdir -p /run/systemd/system /run/systemd/inaccessible/dir /run/manager
cd /run/systemd/inaccessible
touch reg sock
mkfifo fifo
mknod chr c 0 0
mknod blk b 0 0
chmod 000 *
cd /
umount --lazy "$2"
mount $3 control-groups "$2"
export XDG_RUNTIME_DIR=/run/manager HOME=/run SYSTEMD_UNIT_PATH="$1/units"
# Not as the first process, which would be the system.s instance.
/lib/systemd/systemd --user --log-target=null --unit=basic.target
`;

function canRun() {
  try {
    mkdirSync(group);
    return true;
  } catch {
    return false;
  }
}

before(async () => {
  if (skip) return;
  assert.equal(process.getuid?.(), 0, 'requires root');
  assert.ok(existsSync(group), `${hierarchy} is read-only`);
  folder = mkdtempSync(join(tmpdir(), 'marquee-systemd-'));
  execFileSync('chmod', ['755', folder]);
  for (const name of ['units', 'configuration']) mkdirSync(join(folder, name));
  cpSync(packageFolder, join(folder, 'package'), { recursive: true });
  execFileSync('chmod', ['--recursive', 'a+rX', join(folder, 'package')]);

  contentService = await ContentService.start();

  const [publicPort, adminPort] = [await freePort(), await freePort()];
  site = `http://127.0.0.1:${publicPort}`;
  admin = `http://127.0.0.1:${adminPort}`;
  writeUnits(publicPort);
  const settings = [
    'PUBLIC_URL=https://marquee.example',
    `ADMIN_ADDR=127.0.0.1:${adminPort}`,
    `CONTENT_API_URL=${contentService.settings.CONTENT_API_URL}`,
    // On a busy machine it responds later than in 2 s.
    'CONTENT_API_TIMEOUT=20s',
  ];
  writeFileSync(join(folder, 'configuration/marquee.env'), `${settings.join('\n')}\n`);
  writeFileSync(
    join(folder, 'configuration/content-api-token'),
    `${contentService.settings.CONTENT_API_TOKEN}\n`,
  );

  const mount = isUnified ? '-t cgroup2' : '-t cgroup -o none,name=systemd';
  const script = `echo $$ > ${group}/cgroup.procs && exec unshare --mount --cgroup --pid --fork --mount-proc --kill-child sh -c "$0" sh "$@"`;
  manager = spawn('sh', ['-c', script, startManager.replace('$3', mount), folder, hierarchy], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  manager.stderr?.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  await until('the manager runs', () => {
    assert.equal(manager.exitCode, null, errors);
    const children = `/proc/${manager.pid}/task/${manager.pid}/children`;
    managerPid = Number(readFileSync(children, 'utf8').split(' ')[0]);
    return managerPid > 0 && systemctl('is-system-running').stdout === 'running\n';
  });
  // As that of the system's instance, which other users may write to.
  execFileSync('chmod', ['777', join(folder, 'run/manager/systemd/notify')]);
});

after(async () => {
  await contentService?.stop();
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  if (manager) {
    const exited = manager.exitCode === null && once(manager, 'exit');
    manager.kill('SIGKILL');
    await exited;
    // Empty once its processes have ended.
    const remove = ['find', group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', '+'];
    await until('the control group is removed', () => spawnSync('env', remove).status === 0);
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Writes the units with a free port, the log in a file, and the token of the content service. */
function writeUnits(port: number) {
  for (const name of names) {
    const unit = readFileSync(join(units, name), 'utf8')
      .replaceAll('/etc/marquee', mounted.configuration)
      .replace('127.0.0.1:8080', `127.0.0.1:${port}`);
    writeFileSync(join(folder, 'units', name), unit);
  }
  const log = join('/run', 'service.log');
  const drop = join(folder, 'units/marquee.service.d');
  mkdirSync(drop);
  // In a user instance, a dynamic user cannot read what LoadCredential= provides.
  const file = `${mounted.configuration}/content-api-token`;
  const lines = [`StandardError=append:${log}`, `Environment=CONTENT_API_TOKEN_FILE=${file}`];
  writeFileSync(join(drop, 'test.conf'), ['[Service]', ...lines, ''].join('\n'));
  for (const target of ['basic', 'shutdown', 'sockets', 'sysinit', 'network-online']) {
    writeFileSync(join(folder, `units/${target}.target`), '[Unit]\nDescription=Test\n');
  }
}

/** Runs a command in the namespaces of the manager. */
function inside(command: string, ...args: string[]) {
  const enter = ['--target', String(managerPid), '--mount', '--pid', '--cgroup'];
  const environment = ['env', 'XDG_RUNTIME_DIR=/run/manager'];
  return spawnSync('nsenter', [...enter, ...environment, command, ...args], { encoding: 'utf8' });
}

function systemctl(...args: string[]) {
  return inside('systemctl', '--user', '--no-pager', ...args);
}

function property(name: string) {
  return systemctl('show', '--property', name, '--value', 'marquee.service').stdout.trim();
}

function start(verb = 'start') {
  const { status, stderr } = systemctl(verb, 'marquee.service');
  const log = join(folder, 'run/service.log');
  return { status, reason: stderr + (existsSync(log) ? readFileSync(log, 'utf8') : '') };
}

/** A field of the status of the service's process. */
function processStatus(field: string) {
  const status = inside('cat', `/proc/${property('MainPID')}/status`).stdout;
  return new RegExp(`^${field}:\\s+(\\S+)`, 'm').exec(status)?.[1];
}

test('systemd-analyze finds no errors', () => {
  const copies = mkdtempSync(join(tmpdir(), 'marquee-units-'));
  for (const name of names) {
    const unit = readFileSync(join(units, name), 'utf8');
    writeFileSync(join(copies, name), unit.replaceAll(mounted.marquee, packageFolder));
  }
  const files = names.map((name) => join(copies, name));
  const verified = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
  rmSync(copies, { recursive: true });
  assert.deepEqual([verified.status, verified.stderr], [0, '']);
});

test('systemd-analyze rates the exposure at 2.0 or lower', (run) => {
  const options = ['security', '--offline=yes', `--threshold=${maxExposure}`, '--no-pager'];
  const unit = join(units, 'marquee.service');
  const rated = spawnSync('systemd-analyze', [...options, unit], { encoding: 'utf8' });
  run.diagnostic(/Overall.*/.exec(rated.stdout)?.[0] ?? rated.stderr);
  assert.equal(rated.status, 0, rated.stdout);
});

test('the service starts confined, with the socket and the token', { skip }, async () => {
  assert.equal(systemctl('start', 'marquee.socket').status, 0);
  const started = start();
  assert.equal(started.status, 0, started.reason);
  assert.equal((await fetch(`${admin}/readyz`)).status, 200, 'started before it was ready');
  for (const file of readdirSync('locales').filter((name) => name.endsWith('.json'))) {
    const lang = file.replace('.json', '');
    const page = await (await fetch(`${site}/?lang=${lang}`)).text();
    assert.match(page, new RegExp(`<html lang="${lang}"`));
  }
  assert.notEqual(processStatus('Uid'), '0');
  assert.equal(processStatus('CapEff'), '0000000000000000');
  assert.equal(processStatus('NoNewPrivs'), '1');
  assert.equal(processStatus('Seccomp'), '2');
  // With another token, there would be none.
  const link = Object.values(operatorLinks)[0] ?? '';
  await until('the page has the links', async () =>
    (await (await fetch(site)).text()).includes(link),
  );
  const metrics = await (await fetch(`${admin}/metrics`)).text();
  assert.match(metrics, /^process_start_time_seconds [1-9]/m);
  const log = start().reason;
  assert.match(log, /"level":"INFO"/);
  assert.doesNotMatch(log, /"level":"(WARN|ERROR)"/);
});

test('a reload applies the build without a restart', { skip }, async () => {
  const pid = property('MainPID');
  assert.equal(systemctl('reload', 'marquee.service').status, 0);
  const applied = /^marquee_reloads_total\{outcome="applied"\} 1$/m;
  await until('the reload is applied', async () =>
    applied.test(await (await fetch(`${admin}/metrics`)).text()),
  );
  assert.equal(property('MainPID'), pid);
});

test('requests during a restart are served, through proxies as well', { skip }, async () => {
  const upstream = new URL(site).host;
  proxies = [await startCaddy(folder, upstream), await startNginx(folder, upstream)];
  await Promise.all(proxies.map((proxy) => proxy.started()));
  const pid = property('MainPID');
  let isRestarting = true;
  const restart = spawn('nsenter', [
    ...['--target', String(managerPid), '--mount', '--pid', '--cgroup'],
    ...['env', 'XDG_RUNTIME_DIR=/run/manager', 'systemctl', '--user', 'restart', 'marquee.service'],
  ]);
  restart.once('exit', () => {
    isRestarting = false;
  });
  // Clients on a new connection each time.
  const responses = [
    async () => (await fetch(site, { headers: { connection: 'close' } })).status,
    ...proxies.map((proxy) => async () => (await proxy.request()).fields[':status']),
  ].map(async (request) => {
    let requests = 0;
    while (isRestarting) {
      assert.equal(await request(), 200);
      requests++;
    }
    return requests;
  });
  const requests = Math.min(...(await Promise.all(responses)));
  assert.equal(restart.exitCode, 0);
  assert.ok(requests > 1, `${requests} requests`);
  assert.notEqual(property('MainPID'), pid);
});

test('a killed process is restarted', { skip }, async () => {
  const pid = property('MainPID');
  inside('kill', '-s', 'KILL', pid);
  await until('it runs again', () => !['0', pid].includes(property('MainPID')));
  assert.equal((await fetch(site)).status, 200);
});

test('an invalid setting is not retried', { skip }, async () => {
  appendFileSync(join(folder, 'configuration/marquee.env'), 'WORKERS=none\n');
  const { status, reason } = start('restart');
  assert.notEqual(status, 0);
  assert.match(reason, /"error":"WORKERS=none: /);
  assert.equal(property('ExecMainStatus'), '64');
  assert.equal(property('ActiveState'), 'failed');
});
