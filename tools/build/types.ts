import { execFile } from 'node:child_process';
import { BuildError } from './errors.ts';

/** A finding of the compiler: `FILE(LINE,COLUMN): error TS…: `, with lines of details below it. */
const finding = /^(?<file>[^\s(]\S*)\((?<line>\d+),(?<column>\d+)\): error TS\d+: /gm;

/**
 * Checks the types of the bundled code, which include the ids of the messages: the bundler removes
 * types, and a page shows the id of a message that does not exist. Throws a `BuildError` with file,
 * line and reason.
 */
export async function checkTypes() {
  const compiler = ['node_modules/typescript/bin/tsc', '--project', 'tools/build'];
  await new Promise<void>((resolve, reject) => {
    execFile(process.execPath, [...compiler, '--pretty', 'false'], (error, stdout) => {
      if (!error) return resolve();
      const findings = stdout.trimEnd().replace(finding, '$<file>:$<line>:$<column>: ');
      reject(new BuildError([findings || error.message]));
    });
  });
}
