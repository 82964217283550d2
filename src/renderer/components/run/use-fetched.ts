// State of a page's query to the application: the newest response, or the error.
import type { AppError } from '#core/model/app-error.ts'
import { shallowRef, watch, type ShallowRef } from 'vue'
import { callError } from '../../api/call-error.ts'

export type FetchState<Value> = Readonly<{
  value: ShallowRef<Value | null>
  error: ShallowRef<AppError | null>
  /** Whether the newest query has succeeded or failed. */
  isAnswered: ShallowRef<boolean>
}>

/** Queries now and whenever the value of `wanted` changes; ignores a response to an older query. */
export function useFetched<Wanted, Value>(
  wanted: () => Wanted,
  ask: (wanted: Wanted) => Promise<Value>,
): FetchState<Value> {
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
