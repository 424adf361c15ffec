/** Where the builds of the subjects are. */
import { join, resolve } from 'node:path';

export const workFolder = resolve('target/bench/resilience');

/** `build` is `a`, or `b`: the same site with a changed script and a changed style sheet. */
export const folderOf = (subject: string, build: string) => join(workFolder, subject, build);
