// A value in the browser's storage; drops a value that no longer fits its schema.
import type { z } from 'zod'

type StoredValue<Value> = Readonly<{ read(): Value; write(value: Value): void }>

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** The schema must accept `{}`, the value if nothing usable is stored. */
export function stored<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
  storage: TextStorage,
): StoredValue<z.output<Schema>> {
  return {
    read() {
      const kept = schema.safeParse(parseJson(storage.getItem(key)))
      return kept.success ? kept.data : schema.parse({})
    },
    write(value) {
      storage.setItem(key, JSON.stringify(value))
    },
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    // A damaged value counts as missing.
    return {}
  }
}
