// Order of compared results: the base of the comparison comes first, which is the pinned baseline, or the oldest result.
import { computed } from 'vue'
import { useResultsLayout } from '../../stores/results-layout.ts'
import { useRuns } from '../../stores/runs.ts'

type Result = Readonly<{ id: string; createdAtEpochMs: number }>

/** Exported for tests. `pinned` contains the ids of the pinned run and of its sweep. */
export function baselineFirst<Item extends Result>(
  results: readonly Item[],
  pinned: readonly string[],
): Item[] {
  const rank = ({ id }: Item) => (pinned.includes(id) ? 0 : 1)
  return results.toSorted((a, b) => rank(a) - rank(b) || a.createdAtEpochMs - b.createdAtEpochMs)
}

/** The order, with the baseline pinned in this installation. */
export function useBaselineFirst() {
  const runs = useRuns()
  const layout = useResultsLayout()
  const pinned = computed(() =>
    runs.list.flatMap(({ id, sweepId }) => (id === layout.baselineId ? [id, sweepId ?? id] : [])),
  )
  return <Item extends Result>(results: readonly Item[]) => baselineFirst(results, pinned.value)
}
