// Order of compared results: the pinned baseline, else the oldest, is what the others are compared with.
import { computed } from 'vue'
import { useResultsLayout } from '../../stores/results-layout.ts'
import { useRuns } from '../../stores/runs.ts'

type Result = Readonly<{ id: string; createdAtEpochMs: number }>

/** Exported for tests. `pinned` holds the ids of the pinned run and of its sweep. */
export function baselineFirst<Item extends Result>(
  results: readonly Item[],
  pinned: readonly string[],
): Item[] {
  const rank = ({ id }: Item) => (pinned.includes(id) ? 0 : 1)
  return results.toSorted((a, b) => rank(a) - rank(b) || a.createdAtEpochMs - b.createdAtEpochMs)
}

/** The order in this installation. */
export function useBaselineFirst() {
  const runs = useRuns()
  const layout = useResultsLayout()
  const pinned = computed(() =>
    runs.list.flatMap(({ id, sweepId }) => (id === layout.baselineId ? [id, sweepId ?? id] : [])),
  )
  return <Item extends Result>(results: readonly Item[]) => baselineFirst(results, pinned.value)
}
