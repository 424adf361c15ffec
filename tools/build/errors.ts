import { readFile } from 'node:fs/promises';
import { MessageError } from '../messages/findings.ts';

/** Errors in source files, worded for the person who edits them. */
export class BuildError extends Error {
  override readonly name = 'BuildError';

  /** Each error is `file: location: reason`. */
  constructor(errors: string[]) {
    super(errors.join('\n'));
  }
}

/** Formats the error of a failed build. Only a bug in the build itself gets a stack trace. */
export function formatError(error: unknown) {
  if (error instanceof BuildError || error instanceof MessageError)
    return `build failed\n${error.message}`;
  return error instanceof Error ? error.stack : String(error);
}

/** Returns the lines around a place of a file, both from 1, with a mark below it. */
export async function codeFrame(file: string, line: number, column: number): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const first = Math.max(1, line - 2);
  const lines = text.split('\n').slice(first - 1, line + 2);
  const width = `${line + 2}`.length;
  return lines
    .flatMap((code, index) => {
      const number = first + index;
      const isPlace = number === line;
      const shown = `${isPlace ? '>' : ' '} ${`${number}`.padStart(width)} | ${code}`;
      return isPlace ? [shown, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : [shown];
    })
    .join('\n');
}
