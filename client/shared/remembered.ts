interface Memory<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** What a memory has for a key; where it has nothing, it is made and kept. */
export function remembered<Key, Value>(
  memory: Memory<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  let value = memory.get(key);
  if (value === undefined) {
    value = make();
    memory.set(key, value);
  }
  return value;
}
