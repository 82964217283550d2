// Runs that a page shows in full.
import type { AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import { computed, type ComputedRef, type ShallowRef } from 'vue'
import { useRuns } from '../../stores/runs.ts'
import { useFetched } from './use-fetched.ts'

export type OpenedRuns = Readonly<{
  /** Loaded runs in the order of their ids. */
  runs: ComputedRef<readonly Run[]>
  /** Whether missing runs do not exist. */
  complete: ComputedRef<boolean>
  error: ShallowRef<AppError | null>
}>

export function useOpenedRuns(ids: () => readonly string[]): OpenedRuns {
  const store = useRuns()
  const wanted = computed(() => ids().join(','))
  const fetched = useFetched(
    () => `${store.followed} ${wanted.value}`,
    async () => {
      const asked = wanted.value
      await store.open(ids())
      completeEach(ids())
      return asked
    },
  )
  /** Runs shown together list the same percentiles. */
  function completeEach(shown: readonly string[]): void {
    const listed = shown.flatMap((id) => store.byId.get(id)?.config.metricPercentiles ?? [])
    if (shown.length > 1) store.completePercentiles(shown, [...new Set(listed)])
  }
  return {
    runs: computed(() => ids().flatMap((id) => store.byId.get(id) ?? [])),
    complete: computed(() => fetched.value.value === wanted.value),
    error: fetched.error,
  }
}
