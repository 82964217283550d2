// The parts of a value that a model holds, each to be bound to a field of its own.
import type { Ref } from 'vue'

type Parts<Value> = { -readonly [Part in keyof Value]: Value[Part] }

/** Reads the current value's parts; writing one replaces the whole value. */
export function partsOf<Value extends object>(model: Ref<Value>): Parts<Value> {
  return new Proxy(model.value, {
    get: (_, part): unknown => Reflect.get(model.value, part),
    set: (_, part, written: unknown) => {
      model.value = { ...model.value, [part]: written }
      return true
    },
  })
}
