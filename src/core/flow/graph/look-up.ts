/** Returns the value of a key that a map has. @throws Error if it has none: the caller is wrong. */
export function lookUp<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`flow: there is no ${String(key)}`);
  return value;
}
