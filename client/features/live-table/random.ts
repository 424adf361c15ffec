/** Gives numbers from 0 up to, not including, 1. */
export type RandomSource = () => number;

/**
 * A source that gives the same numbers for the same seed on every engine: it
 * only uses 32-bit integer arithmetic (the mulberry32 generator).
 */
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random integer from 0 up to, not including, the limit. */
export function integerBelow(limit: number, random: RandomSource): number {
  return Math.floor(random() * limit);
}
