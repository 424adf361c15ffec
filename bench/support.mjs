/** What the benchmarks share. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Linux counts processor time in hundredths of a second. */
export const tick = 0.01;

/** Processor time of a process so far, seconds. */
export function processorTime(pid) {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * tick;
}

/** Has visitors who take brotli load the home page for so many seconds; gives how often they did. */
export function load(port, connections, seconds) {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-H', 'Accept-Encoding: br'];
  const wrk = spawn('wrk', [...args, `http://127.0.0.1:${port}/`]);
  let report = '';
  wrk.stdout.on('data', (text) => {
    report += text;
  });
  return new Promise((resolve, reject) => {
    wrk.on('error', reject);
    wrk.on('close', () => {
      if (/Non-2xx|Socket errors/.test(report)) reject(new Error(report));
      resolve(Number(/(\d+) requests in/.exec(report)[1]));
    });
  });
}

/** A port that nothing listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
