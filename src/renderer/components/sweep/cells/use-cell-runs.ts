// Maps the points of a sweep's plots to runs: the opened one, and those compared with each other.
import type { Run } from '#core/model/run/run.ts'
import { computed, type ComputedRef } from 'vue'
import { useRouter } from 'vue-router'
import { pointKey, type MeasuredSweep } from '../plots/drawn-curves.ts'
import { comparedRun } from './sweep-cells.ts'
import type { SweepLook } from '../use-sweep-look.ts'

export type CellRuns = Readonly<{
  /** Opens a cell's run, the first of several. */
  open: (key: string) => void
  /** Runs of the chosen cells, in the order of choice. */
  chosen: ComputedRef<readonly Run[]>
  compare: () => void
}>

export function useCellRuns(sweeps: () => readonly MeasuredSweep[], look: SweepLook): CellRuns {
  const router = useRouter()
  const cells = computed(
    () =>
      new Map(
        sweeps().flatMap(({ sweep, curves }) =>
          curves.flatMap((curve) =>
            curve.cells.map((cell) => [pointKey(sweep, cell), cell] as const),
          ),
        ),
      ),
  )
  const chosen = computed(() =>
    look.chosen.value.flatMap((key) => {
      const cell = cells.value.get(key)
      return (cell && comparedRun(cell)) ?? []
    }),
  )

  function open(key: string): void {
    const run = cells.value.get(key)?.rows.find((row) => row.run !== null)?.run
    if (run) void router.push({ name: 'run', params: { id: run.id } })
  }

  function compare(): void {
    const ids = chosen.value.map(({ id }) => id).join(',')
    void router.push({ name: 'compare', query: { runs: ids } })
  }

  return { open, chosen, compare }
}
