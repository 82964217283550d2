// Planned loads of a sweep in progress, and the current load from the live figures of its run.
import type { PlannedLoads } from '#core/plots/planned-series.ts'
import { computed, type ComputedRef } from 'vue'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../stores/live.ts'
import type { CurveChoice, MeasuredSweep } from './plots/drawn-curves.ts'
import { plannedLoads } from './plots/planned-loads.ts'

export function usePlannedLoads(
  shown: () => Readonly<{ measured: MeasuredSweep; choice: CurveChoice; isOffered: boolean }>,
): ComputedRef<PlannedLoads | undefined> {
  const live = useLive()
  return computed(() => {
    const { measured, ...drawing } = shown()
    const rows = measured.curves.flatMap(({ cells }) => cells.flatMap((cell) => cell.rows))
    const runId = rows.find(({ point }) => point.status === 'running')?.run?.id
    const course = runId === undefined ? [] : (live.courses.get(runId) ?? [])
    return plannedLoads({ measured, ...drawing, course }, t)
  })
}
