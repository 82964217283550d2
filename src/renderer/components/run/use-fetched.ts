// What a page shows of a thing it asks the application for: the newest answer, or why there is none.
import type { AppError } from '#core/model/app-error.ts'
import { shallowRef, watch, type ShallowRef } from 'vue'
import { callError } from '../../api/call-error.ts'

export type Fetched<Value> = Readonly<{
  value: ShallowRef<Value | null>
  error: ShallowRef<AppError | null>
  /** Whether the newest question has been answered or has failed. */
  isAnswered: ShallowRef<boolean>
}>

/** Asks now and whenever what `wanted` returns changes; an answer to an older question is dropped. */
export function useFetched<Wanted, Value>(
  wanted: () => Wanted,
  ask: (wanted: Wanted) => Promise<Value>,
): Fetched<Value> {
  const value = shallowRef<Value | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isAnswered = shallowRef(false)
  let asked = 0

  watch(
    wanted,
    async (question) => {
      const number = ++asked
      isAnswered.value = false
      try {
        const answer = await ask(question)
        if (number === asked) {
          value.value = answer
          error.value = null
        }
      } catch (thrown) {
        if (number === asked) error.value = callError(thrown)
      }
      if (number === asked) isAnswered.value = true
    },
    { immediate: true },
  )

  return { value, error, isAnswered }
}
