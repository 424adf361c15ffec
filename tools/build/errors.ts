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
