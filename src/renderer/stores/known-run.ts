// The busiest run that a server has completed: the known performance before the next run.
import { isRunOn } from '../drafts/is-run-on.ts'
import type { RunSummaryRow } from '#core/model/run/run.ts'
import type { Server } from '#core/model/server.ts'
import { knownRun, type KnownRun } from '#core/workload/carried-rate.ts'
import { computed, shallowRef, watch, type Ref } from 'vue'
import { useRuns } from './runs.ts'

type UsedKnownRun = Readonly<{
  /** Null if the server has none, and until it is loaded. */
  known: Readonly<Ref<KnownRun | null>>
  /** Whether it is loaded, or known not to exist. */
  isRead: Readonly<Ref<boolean>>
}>

export function useKnownRun(server: () => Server | null): UsedKnownRun {
  const runs = useRuns()
  const known = shallowRef<KnownRun | null>(null)
  const readId = shallowRef<string | null>(null)
  const busiestId = computed(() => busiest(runs.list, server())?.id ?? null)
  watch(
    busiestId,
    async (id) => {
      known.value = null
      readId.value = null
      if (id === null) return
      await runs.open([id]).catch(() => undefined)
      const run = runs.byId.get(id)
      if (id !== busiestId.value) return
      if (run !== undefined) known.value = knownRun(run)
      readId.value = id
    },
    { immediate: true },
  )
  return { known, isRead: computed(() => runs.arrived && readId.value === busiestId.value) }
}

/** Compares tokens, because runs differ in lengths; excludes client-limited runs, which reveal nothing about the server. */
function busiest(runs: readonly RunSummaryRow[], server: Server | null): RunSummaryRow | null {
  if (server === null) return null
  const own = runs.filter(
    (run) => run.status === 'completed' && run.summary !== null && isRunOn(run, server),
  )
  return own.reduce<RunSummaryRow | null>(
    (best, run) => (best === null || speedOf(run) > speedOf(best) ? run : best),
    null,
  )
}

function speedOf({ summary }: RunSummaryRow): number {
  return summary?.outputThroughput ?? 0
}
