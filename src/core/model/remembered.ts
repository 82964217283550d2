// Memoises a function of an object for the object's lifetime.

export function remembered<Key extends WeakKey, Value>(
  valueOf: (key: Key) => Exclude<Value, undefined>,
): (key: Key) => Exclude<Value, undefined> {
  const known = new WeakMap<Key, Exclude<Value, undefined>>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const value = valueOf(key)
    known.set(key, value)
    return value
  }
}
