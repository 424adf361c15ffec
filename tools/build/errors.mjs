/** Errors in source files, worded for the person who edits them. */
export class BuildError extends Error {
  /**
   * @param {string[]} errors each one `file: location: reason`
   * @param {string[]} files those of the languages with errors
   */
  constructor(errors, files = []) {
    super(errors.join('\n'));
    this.name = 'BuildError';
    this.files = files;
  }
}

/**
 * Formats the error of a failed build. esbuild prints its own messages, and only a bug in the
 * build itself gets a stack trace.
 *
 * @param {unknown} error
 */
export function formatError(error) {
  if (error instanceof BuildError) return `build failed\n${error.message}`;
  if (error instanceof Error && 'errors' in error) return 'build failed';
  return error instanceof Error ? error.stack : String(error);
}
