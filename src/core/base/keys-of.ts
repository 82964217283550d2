/** Keys in the order in which they are written. */
export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(record) as Key[]
}

export type NameWith<Records, Part extends string> = {
  [Name in keyof Records]: Records[Name] extends Readonly<Record<Part, unknown>> ? Name : never
}[keyof Records]

/** Names in the order of the records. */
export function namesWith<Records extends object, Part extends string>(
  records: Records,
  part: Part,
): readonly NameWith<Records, Part>[] {
  const stating = Object.entries(records).filter(([, record]) => part in record)
  return stating.map(([name]) => name as NameWith<Records, Part>)
}

/** Selects these keys of a schema. */
export function maskOf<Key extends string>(keys: readonly Key[]): Readonly<Record<Key, true>> {
  return Object.fromEntries(keys.map((key) => [key, true])) as Record<Key, true>
}
