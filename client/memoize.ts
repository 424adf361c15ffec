interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** Returns the cached value of a key, computing and caching it on a miss. */
export function memoized<Key, Value>(
  cache: Cache<Key, Value>,
  key: Key,
  compute: () => Value,
): Value {
  let value = cache.get(key);
  if (value === undefined) {
    value = compute();
    cache.set(key, value);
  }
  return value;
}
