// A sweep joined with its runs, and the other sweeps drawn with it, which are in the URL.
import type { AppError } from '#core/model/app-error.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { computed, type ComputedRef, type ShallowRef, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useRuns } from '../../stores/runs.ts'
import { useSweeps } from '../../stores/sweeps.ts'
import { useFetched } from '../run/use-fetched.ts'
import type { MeasuredSweep } from './plots/drawn-curves.ts'
import { cellCurves } from './cells/sweep-cells.ts'
import { sweepRows, type SweepRow } from '#core/sweep/sweep-rows.ts'

export type MeasuredSweeps = Readonly<{
  sweep: ComputedRef<Sweep | null>
  rows: ComputedRef<readonly SweepRow[]>
  measured: ComputedRef<MeasuredSweep | null>
  overlaidIds: WritableComputedRef<readonly string[]>
  overlaid: ComputedRef<readonly MeasuredSweep[]>
  /** Reason why their runs could not be loaded. */
  error: ShallowRef<AppError | null>
}>

export function useMeasuredSweeps(id: () => string): MeasuredSweeps {
  const sweeps = useSweeps()
  const runs = useRuns()
  const route = useRoute()
  const router = useRouter()

  const sweep = computed(() => sweeps.byId.get(id()) ?? null)
  const rows = computed(() => (sweep.value === null ? [] : sweepRows(sweep.value, runs.byId)))
  const measured = computed(
    () => sweep.value && { sweep: sweep.value, curves: cellCurves(sweep.value, rows.value) },
  )
  const overlaidIds = computed({
    get: () => idsIn(route.query['with']),
    set: (ids) => {
      void router.replace({ query: ids.length === 0 ? {} : { with: ids.join(',') } })
    },
  })
  const overlaid = computed(() =>
    overlaidIds.value.flatMap((other) => {
      const found = sweeps.byId.get(other)
      if (found === undefined || other === id()) return []
      return [{ sweep: found, curves: cellCurves(found, sweepRows(found, runs.byId)) }]
    }),
  )
  const { error } = useFetched(
    () => [runs.followed, id(), ...overlaidIds.value].join(),
    async () => {
      await runs.openSweeps([id(), ...overlaidIds.value])
      completeOverlaid()
    },
  )
  /** Curves drawn together show the same percentiles. */
  function completeOverlaid(): void {
    const shown = [sweep.value, ...overlaid.value.map((other) => other.sweep)].flatMap(
      (one) => one ?? [],
    )
    const ids = shown.flatMap(({ points }) => points.flatMap(({ runId }) => runId ?? []))
    const percentiles = shown.flatMap(({ plan }) => plan.config.metricPercentiles)
    if (shown.length > 1) runs.completePercentiles(ids, [...new Set(percentiles)])
  }
  return { sweep, rows, measured, overlaidIds, overlaid, error }
}

function idsIn(word: unknown): readonly string[] {
  return typeof word === 'string' ? word.split(',').filter(Boolean) : []
}
