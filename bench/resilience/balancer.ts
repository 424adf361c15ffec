/** HAProxy in front of three instances, configured the same for every subject. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../tools/free-port.ts';
import { end, type Process, start } from '../processes.ts';
import { temporaryFolder } from '../temporary.ts';
import type { Instance } from './instances.ts';

/**
 * `retry-on conn-failure`, the default, never sends a request twice: another instance is chosen only
 * while nothing was sent. The report quotes these lines.
 */
export const policy = `
  option httpchk
  option redispatch 1
  retries 3
  retry-on conn-failure
  default-server check inter 500ms fall 2 rise 1`;

interface Backend {
  /** The path of the health check. */
  healthPath: string;
  instances: Instance[];
}

function configuration(folder: string, port: number, { healthPath, instances }: Backend) {
  const servers = instances.map(
    (instance, place) =>
      `  server s${place} 127.0.0.1:${instance.port} port ${instance.healthPort}`,
  );
  return `global
  maxconn 8000
  stats socket ${folder}/admin.sock
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 30s
frontend site
  bind 127.0.0.1:${port}
  default_backend instances
backend instances
  balance roundrobin
  http-check send meth GET uri ${healthPath} hdr host localhost${policy}
${servers.join('\n')}
`;
}

/** Starts HAProxy, and waits until each instance is up. */
export async function startBalancer({ healthPath, instances }: Backend) {
  const folder = temporaryFolder();
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(folder, port, { healthPath, instances }));
  const child = start('haproxy', ['-db', '-q', '-f', file]);
  const balancer = {
    url: `http://127.0.0.1:${port}`,
    /** Waits until an instance passes its health check. */
    untilUp: (instance: Instance) => untilUp(child, folder, instances.indexOf(instance)),
    end: () => end(child),
  };
  try {
    for (const instance of instances) await balancer.untilUp(instance);
  } catch (error) {
    await balancer.end();
    throw error;
  }
  return balancer;
}

export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

const upTimeout = 30_000;

async function untilUp(child: Process, folder: string, place: number) {
  const deadline = performance.now() + upTimeout;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`HAProxy exited with status ${child.exitCode}`);
    if (await isUp(folder, place)) return;
    await pause(50);
  }
  throw new Error(`HAProxy: instance ${place + 1} is not up after ${upTimeout / 1000} s`);
}

/** Whether the last check of an instance passed: checks that are still counted as failed do not. */
async function isUp(folder: string, place: number) {
  const [head = '', ...rows] = (await ask(folder, 'show stat')).trim().split('\n');
  const names = head.replace('# ', '').split(',');
  const server = rows.map((row) => row.split(',')).find((row) => row[1] === `s${place}`);
  const field = (name: string) => server?.[names.indexOf(name)];
  return field('status') === 'UP' && field('check_status') === 'L7OK';
}

/** Sends a command to HAProxy's socket; resolves with nothing while that does not exist. */
async function ask(folder: string, command: string) {
  const socket = connect(join(folder, 'admin.sock'));
  try {
    await once(socket, 'connect');
    socket.end(`${command}\n`);
    return (await socket.setEncoding('utf8').toArray()).join('');
  } catch {
    return '';
  } finally {
    socket.destroy();
  }
}
