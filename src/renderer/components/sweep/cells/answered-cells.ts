// The cells of a curve with the result marked: the knee, or the capacity that a search found and its interval.
import type { Sweep } from '#core/model/sweep.ts'
import type { CapacityAnswer } from '#core/model/sweep-search.ts'
import { configurationKey } from '#core/sweep/configurations.ts'
import type { CellCurve, CellResult } from './sweep-cells.ts'

/** Marks the result; for a capacity, the highest load within the limits and the measured loads that enclose its interval. */
export function answeredCells(
  { answers }: Pick<Sweep, 'answers'>,
  { configuration, over, cells }: Pick<CellCurve, 'configuration' | 'over' | 'cells'>,
): readonly CellResult[] {
  const found = capacityOf({ answers }, { configuration })
  if (found === null) return cells
  const { highestHeld, interval } = found
  const loads = cells.flatMap(({ cell }) => numberOf(cell[over]))
  const low = interval && loads.findLast((load) => load <= interval.low)
  const high = interval && loads.find((load) => load >= interval.high)
  return cells.map((cell) => {
    const [load] = numberOf(cell.cell[over])
    const isEnd = load !== undefined && (load === low || load === high)
    return { ...cell, isKnee: load === highestHeld, isKneeEnd: low !== high && isEnd }
  })
}

/** Answer of a search for the capacity of a configuration; null if there is none. */
export function capacityOf(
  { answers }: Pick<Sweep, 'answers'>,
  { configuration }: Pick<CellCurve, 'configuration'>,
): CapacityAnswer | null {
  const key = configurationKey(configuration)
  const [found] = answers.flatMap(({ answer, ...one }) =>
    answer.kind === 'capacity' && configurationKey(one) === key ? [answer] : [],
  )
  return found ?? null
}

/** Whether a sweep's result is a capacity rather than a knee. */
export function isCapacitySearch({ plan }: Pick<Sweep, 'plan'>): boolean {
  return plan.search?.kind === 'capacity'
}

function numberOf(load: number | 'inf' | null): number[] {
  return typeof load === 'number' ? [load] : []
}
