/** How busy the machine is, so that a slow machine can be told from a slow page. */
import { availableParallelism } from 'node:os';
import { isMainThread, Worker } from 'node:worker_threads';

/** The least share of the processors that a calm machine leaves to an audit. */
const calm = 0.9;

/** @typedef {{ milliseconds: number, share: number, isCalm: boolean }} Calibration */

/**
 * Runs a fixed loop on every processor at once: how long that takes, and what share of the time
 * the processors were this program's.
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
  return { milliseconds, share, isCalm: share >= calm };
}

/** @param {Calibration} calibration */
export function describe({ milliseconds, share, isCalm }) {
  const percent = Math.round(share * 100);
  return `calibration: ${Math.round(milliseconds)} ms, ${percent} % of the processors: ${isCalm ? 'calm' : 'busy'}`;
}

async function runLoop() {
  const worker = new Worker(new URL(import.meta.url));
  await new Promise((resolve) => worker.once('exit', resolve));
}

if (!isMainThread) {
  let state = 1;
  for (let step = 0; step < 3e8; step += 1) state = Math.imul(state, 48271) ^ step;
}
