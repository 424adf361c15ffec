/** What is wrong with a source file, in words for the person who edits it. */
export class BuildFault extends Error {
  /** @param {string[]} faults each one `file: where: reason` */
  constructor(faults) {
    super(faults.join('\n'));
    this.name = 'BuildFault';
  }
}

/**
 * The text to print for a failed build. esbuild has printed its own messages
 * already, and only a mistake in the build itself deserves a stack.
 *
 * @param {unknown} error
 */
export function describe(error) {
  if (error instanceof BuildFault) return `build failed\n${error.message}`;
  if (error instanceof Error && 'errors' in error) return 'build failed';
  return error instanceof Error ? error.stack : String(error);
}
