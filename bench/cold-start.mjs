/**
 * Time from the start of the process to the first complete 200 of `/`, and the
 * memory it takes then.
 *
 *     node bench/cold-start.mjs [runs]      (after `make build`; five runs by default)
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, median } from './support.mjs';

const runs = Number(process.argv[2] ?? 5);

/** Resolves with the first complete page; a refused connection is tried again. */
async function firstPage(url) {
  for (;;) {
    try {
      const response = await fetch(url);
      const page = await response.text();
      if (response.status === 200 && page.trimEnd().endsWith('</html>')) return page;
    } catch {
      await pause(1);
    }
  }
}

function residentMebibytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
}

const times = [];
for (let run = 1; run <= runs; run++) {
  const port = await freePort();
  const env = { LISTEN_ADDR: `127.0.0.1:${port}`, ADMIN_ADDR: '127.0.0.1:0' };
  const begun = performance.now();
  const server = spawn('target/release/marquee', { env, stdio: 'ignore' });
  await firstPage(`http://127.0.0.1:${port}/`);
  times.push(performance.now() - begun);
  const memory = residentMebibytes(server.pid).toFixed(1);
  console.log(`run ${run}: ${times.at(-1).toFixed(0)} ms, ${memory} MiB`);
  server.kill('SIGKILL');
  await new Promise((resolve) => server.once('exit', resolve));
}
console.log(`median: ${median(times).toFixed(0)} ms`);
