import { expect } from '@playwright/test';

/**
 * Expects a value to be reached: asks for it in short intervals. Those of `expect.poll` itself grow to a
 * second, which a step of a visit rarely takes.
 */
export function soon<Value>(read: () => Value | Promise<Value>, message?: string) {
  return expect.poll(read, { ...(message !== undefined && { message }), intervals: [20, 50, 100] });
}
