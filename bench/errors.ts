/** What to report of something that was thrown. */
export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error);

/** Returns the code of a system error, such as `ECONNRESET`, or else the message. */
export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
