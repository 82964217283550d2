// Values of columns. A damaged page may contain values of the wrong type.
import type { Text } from '#core/messages/message.ts'
import { storedMessageSchema } from '#core/messages/text-schema.ts'

/** A stored value does not have the form in which it was written. */
export class DamagedValue extends Error {}

export function fromJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DamagedValue(String(cause), { cause })
  }
}

export function toJson(value: object | string | null | undefined): string | null {
  return (value ?? null) === null ? null : JSON.stringify(value)
}

/** Omits the text if the column has none, or none that this version supports. */
export function textFromJson(json: string | null): { text?: Text } {
  const text = json === null ? undefined : storedMessageSchema.parse(fromJson(json))
  return text === undefined ? {} : { text }
}

/** `?` marks columns that may be null. */
export type ColumnType = keyof ColumnValues

export type ColumnValues = {
  text: string
  'text?': string | null
  number: number
  'number?': number | null
  blob: Uint8Array
}

/** Throws `DamagedValue` unless each column holds a value of its type. */
export function requireTypes<Name extends string>(
  row: Readonly<Record<Name, unknown>>,
  types: Readonly<Record<Name, ColumnType>>,
): void {
  for (const name in types) {
    const value = row[name]
    if (!hasType[types[name]](value))
      throw new DamagedValue(`${name}: ${value === null ? 'null' : typeof value}`)
  }
}

const hasType: Readonly<Record<ColumnType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  'text?': (value) => value === null || typeof value === 'string',
  number: (value) => typeof value === 'number',
  'number?': (value) => value === null || typeof value === 'number',
  blob: (value) => value instanceof Uint8Array,
}
