import { resolve } from 'node:path';

/** The server's binary: the one that `MARQUEE` names, by default that of the daily work. */
export const binary = resolve(
  import.meta.dirname,
  '..',
  process.env.MARQUEE ?? 'target/fast-build/marquee',
);
