// A value kept in the browser's storage; what does not fit its schema any more is forgotten, not trusted.
import type { z } from 'zod'

type Stored<Value> = Readonly<{ read(): Value; write(value: Value): void }>

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** The schema must accept `{}`; that is the value when nothing usable is kept. */
export function stored<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
  storage: TextStorage,
): Stored<z.output<Schema>> {
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
    // Hand-edited or cut short: the same as nothing kept.
    return {}
  }
}
