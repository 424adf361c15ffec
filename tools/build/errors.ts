import { MessageError } from '../messages/findings.ts';

/** Errors in source files, worded for the person who edits them. */
export class BuildError extends Error {
  override readonly name = 'BuildError';

  /** Each error is `file: location: reason`. */
  constructor(errors: string[]) {
    super(errors.join('\n'));
  }
}

/**
 * Formats the error of a failed build. esbuild prints its own messages, and only a bug in the
 * build itself gets a stack trace.
 */
export function formatError(error: unknown) {
  if (error instanceof BuildError || error instanceof MessageError)
    return `build failed\n${error.message}`;
  if (error instanceof Error && 'errors' in error) return 'build failed';
  return error instanceof Error ? error.stack : String(error);
}
