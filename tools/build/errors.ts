/** Errors in source files, worded for the person who edits them. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
  /** Those of the languages with errors. */
  readonly files: string[];

  /** Each error is `file: location: reason`. */
  constructor(errors: string[], files: string[] = []) {
    super(errors.join('\n'));
    this.files = files;
  }
}

/**
 * Formats the error of a failed build. esbuild prints its own messages, and only a bug in the
 * build itself gets a stack trace.
 */
export function formatError(error: unknown) {
  if (error instanceof BuildError) return `build failed\n${error.message}`;
  if (error instanceof Error && 'errors' in error) return 'build failed';
  return error instanceof Error ? error.stack : String(error);
}
