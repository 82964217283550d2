// The parts of a model's value, each bound to a separate field.
import { markRaw, type Raw, type Ref } from 'vue'

type Parts<Value> = { -readonly [Part in keyof Value]: Value[Part] }

/** Parts of a value owned by the parent: `write` receives the changes. Vue does not wrap them. */
export function writtenParts<Value extends object>(
  current: () => Value,
  write: (part: Partial<Value>) => void,
): Raw<Parts<Value>> {
  const parts = new Proxy({} as Parts<Value>, {
    get: (own, part): unknown => Reflect.get(Object.hasOwn(own, part) ? own : current(), part),
    set: (_, part, written: unknown) => {
      write({ [part]: written } as Partial<Value>)
      return true
    },
  })
  return markRaw(parts)
}

/** Reads the current value's parts; writing one replaces the whole value. */
export function partsOf<Value extends object>(model: Ref<Value>): Parts<Value> {
  return writtenParts(
    () => model.value,
    (part) => (model.value = { ...model.value, ...part }),
  )
}
