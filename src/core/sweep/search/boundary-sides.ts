// Certainty about each side of a capacity's boundary, and the load that would confirm it.
import type { SweepSearch } from '#core/model/sweep-search.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { roundedLoad } from './curve-levels.ts'
import type { FittedLoad, LoadFit } from './load-fit.ts'

export type CapacitySearch = Extract<SweepSearch, { kind: 'capacity' }>

type SearchFit = Readonly<{ plan: SweepPlan; search: CapacitySearch; fit: LoadFit }>

/** Distance of confirming loads from the boundary, as a share of the precision: normal, and minimum. */
export const usualShare = 0.8
const inmostShare = 0.5

type Side = Readonly<{
  /** The interval ends within the precision, and a load there has all repeats of the plan. */
  isKnown: boolean
  /** Distance from the boundary to the end of the interval, in logarithms. */
  gap: number
  /** Load to confirm, as far from the boundary as the precision allows. */
  outpost: number
}>

export function sidesOf(searched: SearchFit, boundary: number): readonly Side[] {
  const { precision } = searched.search
  const at = (share: number, rounding: 'down' | 'up') =>
    roundedLoad(searched.search, boundary * (1 + share * precision), rounding)
  const { loads } = searched.fit
  const below = loads.filter(({ holds }) => holds)
  const above = loads.filter(({ holds }) => !holds).reverse()
  const { low = 0, high = Infinity } = searched.fit.interval ?? enclosedBy(loads)
  return [
    sideOf(searched, boundary, {
      loads: below,
      end: low,
      edge: at(-1, 'down'),
      usual: at(-usualShare, 'down'),
      inmost: at(-inmostShare, 'down'),
    }),
    sideOf(searched, boundary, {
      loads: above,
      end: high,
      edge: at(1, 'up'),
      usual: at(usualShare, 'up'),
      inmost: at(inmostShare, 'up'),
    }),
  ]
}

/** The nearest certain load on each side, if any. */
function enclosedBy(loads: readonly FittedLoad[]): Partial<Interval> {
  const low = loads.findLast(({ holds, isSure }) => holds && isSure)?.load
  const high = loads.find(({ holds, isSure }) => !holds && isSure)?.load
  return { ...(low !== undefined && { low }), ...(high !== undefined && { high }) }
}

type Band = Readonly<{
  /** Loads on one side, outermost first. */
  loads: readonly FittedLoad[]
  /** End of the interval. */
  end: number
  /** A confirming load must be between these: within the precision, and far enough from the boundary to be distinguished. */
  edge: number
  inmost: number
  /** Preferred load between the two. */
  usual: number
}>

function sideOf({ plan }: SearchFit, boundary: number, band: Band): Side {
  const { loads, end, edge, inmost, usual } = band
  const distance = (load: number) => Math.abs(Math.log(load / boundary))
  const near = loads.filter(({ load }) => distance(load) <= distance(edge))
  const outpost = near.find(({ load }) => distance(load) >= distance(inmost))
  return {
    isKnown: distance(end) <= distance(edge) && near.some(({ runs }) => runs >= plan.repeats),
    gap: distance(end),
    outpost: outpost?.load ?? usual,
  }
}
