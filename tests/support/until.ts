import { setTimeout } from 'node:timers/promises';

/** Timeout in milliseconds, generous for busy machines. */
const timeout = 60_000;

/**
 * Polls a query until it returns a truthy result.
 *
 * @param what description for the error on timeout
 */
export async function until<Result>(
  what: string,
  query: () => Result | Promise<Result>,
): Promise<NonNullable<Result>> {
  const deadline = Date.now() + timeout;
  while (Date.now() < deadline) {
    const result = await query();
    if (result) return result;
    await setTimeout(20);
  }
  throw new Error(`timed out after ${timeout / 1000} s: ${what}`);
}
