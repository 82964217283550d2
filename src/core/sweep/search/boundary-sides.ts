// How well the boundary of a capacity is known on both of its sides, and the load that would make sure of each.
import type { SweepSearch } from '#core/model/sweep/sweep-search.ts'
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import { roundedLoad } from './curve-levels.ts'
import type { FittedLoad, LoadFit } from './load-fit.ts'

export type CapacitySearch = Extract<SweepSearch, { kind: 'capacity' }>

type Searched = Readonly<{ plan: SweepPlan; search: CapacitySearch; fit: LoadFit }>

/** Loads that make sure of the boundary lie off it by this share of the precision, or at least by the other. */
export const usualShare = 0.8
const inmostShare = 0.5

type Side = Readonly<{
  /** The interval ends within the precision, and a load there was measured as often as the plan repeats. */
  isKnown: boolean
  /** From the boundary to the end of the interval, by the logarithm. */
  gap: number
  /** The load to make sure of, within the precision but as far from the boundary as it allows. */
  outpost: number
}>

export function sidesOf(searched: Searched, boundary: number): readonly Side[] {
  const { precision } = searched.search
  const at = (share: number, rounding: 'down' | 'up') =>
    roundedLoad(searched.search, boundary * (1 + share * precision), rounding)
  const { loads } = searched.fit
  const below = loads.filter(({ holds }) => holds)
  const above = loads.filter(({ holds }) => !holds).reverse()
  const { low = 0, high = Infinity } = searched.fit.interval ?? {}
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

type Band = Readonly<{
  /** Of one side, the outermost first. */
  loads: readonly FittedLoad[]
  /** Of the interval. */
  end: number
  /** From here on a load lies within the precision, up to here far enough from the boundary to distinguish. */
  edge: number
  inmost: number
  /** In between. */
  usual: number
}>

function sideOf({ plan }: Searched, boundary: number, band: Band): Side {
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
