/**
 * Creates a deterministic source (mulberry32). 32-bit integer arithmetic gives the same numbers on
 * every engine, in [0, 1).
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random integer in [0, limit). */
export function integerBelow(limit: number, random: () => number): number {
  return Math.floor(random() * limit);
}
