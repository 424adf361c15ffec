/** Measures the load of the machine, to distinguish a busy machine from a slow page. */
import { availableParallelism } from 'node:os';
import { isMainThread, Worker } from 'node:worker_threads';

/** Minimum share of CPU time that an audit must get for its timings to be valid. */
const minShare = 0.9;

/** @typedef {{ milliseconds: number, share: number, isIdle: boolean }} Calibration */

/**
 * Runs a fixed loop on every processor. Returns its duration and the share of CPU time that this
 * process got.
 *
 * @returns {Promise<Calibration>}
 */
export async function calibrate() {
  const start = performance.now();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: availableParallelism() }, runLoop));
  const { user, system } = process.cpuUsage(before);
  const milliseconds = performance.now() - start;
  const share = Math.min(1, (user + system) / 1000 / milliseconds / availableParallelism());
  return { milliseconds, share, isIdle: share >= minShare };
}

/** @param {Calibration} calibration */
export function describe({ milliseconds, share, isIdle }) {
  const percent = Math.round(share * 100);
  return `calibration: ${Math.round(milliseconds)} ms, ${percent} % of the processors: ${isIdle ? 'idle' : 'busy'}`;
}

async function runLoop() {
  const worker = new Worker(new URL(import.meta.url));
  await new Promise((resolve) => worker.once('exit', resolve));
}

if (!isMainThread) {
  let state = 1;
  for (let step = 0; step < 3e8; step += 1) state = Math.imul(state, 48271) ^ step;
}
