/** Milliseconds of a monotonic clock that all threads share. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;
