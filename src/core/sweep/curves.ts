// The curves of a sweep: points of one server, one choice of settings and one load that stays, along which the other rises.
import type { Sweep, SweepPlan, SweepPoint } from '../model/sweep/sweep.ts'
import { configurationName } from './configuration-name.ts'
import { configurationKey } from './cells.ts'
import { grouped } from './grouped.ts'

type RisingLoad = 'requestRate' | 'maxConcurrency'

/** What rises along every curve: what a search turns; of listed loads the rate, unless only the limit varies. */
export function risingLoad({ search, requestRates, maxConcurrencies }: SweepPlan): RisingLoad {
  if (search !== null) return search.over
  const isOverLimits = requestRates.length === 1 && maxConcurrencies.length > 1
  return isOverLimits ? 'maxConcurrency' : 'requestRate'
}

/** Empty where the sweep has one curve. */
export function curveName(point: SweepPoint, sweep: Pick<Sweep, 'plan' | 'servers'>): string {
  const { search, maxConcurrencies } = sweep.plan
  const isOneOfSeveral =
    search === null &&
    risingLoad(sweep.plan) === 'requestRate' &&
    new Set(maxConcurrencies).size > 1
  const limit = isOneOfSeveral ? [limitName(point.maxConcurrency)] : []
  return [configurationName(point, sweep), ...limit].filter((part) => part !== '').join(' · ')
}

/** In the order of the rows; along a curve by rising load. */
export function curvesOf<Row>(
  plan: SweepPlan,
  rows: readonly Row[],
  pointOf: (row: Row) => SweepPoint,
): Row[][] {
  const over = risingLoad(plan)
  const kept = over === 'requestRate' ? 'maxConcurrency' : 'requestRate'
  const curves = grouped(rows, (row) => `${configurationKey(pointOf(row))}/${pointOf(row)[kept]}`)
  return [...curves.values()].map((curve) =>
    curve.toSorted((a, b) => loadOf(pointOf(a), over) - loadOf(pointOf(b), over)),
  )
}

function loadOf(point: SweepPoint, over: RisingLoad): number {
  const load = point[over]
  return typeof load === 'number' ? load : Infinity
}

function limitName(maxConcurrency: number | null): string {
  return maxConcurrency === null ? 'no limit' : `≤ ${maxConcurrency} in flight`
}
