// A value with every text in it changed.

/** Also changes names of members. Returns `value` itself if nothing changed; arrays of numbers and class instances are left unchanged. */
export function mapStrings<Value>(value: Value, change: (text: string) => string): Value
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    const changed = items.map((item) => mapStrings(item, change))
    return changed.some((item, place) => item !== items[place]) ? changed : items
  }
  if (!isPlain(value)) return value
  const members = Object.entries(value)
  const changed = members.map(
    ([name, member]) => [change(name), mapStrings(member, change)] as const,
  )
  const isSame = changed.every(
    ([name, member], place) => name === members[place]?.[0] && member === members[place]?.[1],
  )
  return isSame ? value : Object.fromEntries(changed)
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
