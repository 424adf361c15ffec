/** Measures the load of the machine, to distinguish a busy machine from a slow page. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Minimum share of CPU time that an audit must get for its timings to be valid. */
const minShare = 0.9;

/** JavaScript, as a worker thread does not load TypeScript. */
const loop = `(() => {
  let state = 1;
  for (let step = 0; step < 3e8; step += 1) state = Math.imul(state, 48271) ^ step;
})()`;

export interface Calibration {
  milliseconds: number;
  /** Of the processors' time, between 0 and 1. */
  share: number;
  isIdle: boolean;
}

/**
 * Runs a fixed loop on every processor. Returns its duration and the share of CPU time that this
 * process got.
 */
export async function calibrate(): Promise<Calibration> {
  const start = performance.now();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: availableParallelism() }, runLoop));
  const { user, system } = process.cpuUsage(before);
  const milliseconds = performance.now() - start;
  const share = Math.min(1, (user + system) / 1000 / milliseconds / availableParallelism());
  return { milliseconds, share, isIdle: share >= minShare };
}

export function describe({ milliseconds, share, isIdle }: Calibration) {
  const percent = Math.round(share * 100);
  return `calibration: ${Math.round(milliseconds)} ms, ${percent} % of the processors: ${isIdle ? 'idle' : 'busy'}`;
}

async function runLoop() {
  const worker = new Worker(loop, { eval: true });
  await new Promise((resolve) => worker.once('exit', resolve));
}
