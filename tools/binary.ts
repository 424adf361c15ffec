import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The server's binary: the one that `MARQUEE` names, by default that of the daily work. */
export const binary = resolve(
  fileURLToPath(new URL('..', import.meta.url)),
  process.env.MARQUEE ?? 'target/fast-build/marquee',
);
