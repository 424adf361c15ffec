import { Worker } from 'node:worker_threads';

/** Starts a thread with a script in TypeScript. In Node 20, threads do not inherit the loader of `tsx`. */
export const startThread = (script: string, workerData: object) =>
  new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport('${script}', '${script}'))`, {
    eval: true,
    workerData,
  });

/** Milliseconds of a monotonic clock that all threads share. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;
