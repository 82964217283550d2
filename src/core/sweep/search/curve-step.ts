// Curve search: doubles the load until throughput stops rising, then measures at the bend of the curve and in its gaps. See
// docs/measuring/searches.md.
import type { SearchReason, SweepSearch } from '#core/model/sweep-search.ts'
import {
  type CurveLevel,
  curveLevels,
  hasLevelledOff,
  isRoomBetween,
  lastGain,
  roundedLoad,
} from './curve-levels.ts'
import { curveAnswer, judgedLoads } from './curve-answer.ts'
import { measure, type MeasuredTry, type SearchStep, type SearchTry } from './search-step.ts'
import { unit } from '../find-knee.ts'

/** Maximum relative distance of its neighbours for a known knee. */
const kneePrecision = 0.1
/** Gain per doubling of the load below which the end of the curve is near. */
const fadingGain = 1.5
/** Maximum distance of neighbours, with the curve scaled to width and height 1. */
const widestEmptiness = 0.2

type Curve = Readonly<{
  search: SweepSearch
  tried: readonly SearchTry[]
  believed: readonly MeasuredTry[]
  levels: readonly CurveLevel[]
}>

export function curveStep(
  search: SweepSearch,
  { tried, believed }: Pick<Curve, 'tried' | 'believed'>,
): SearchStep {
  const levels = curveLevels(believed)
  const curve = { search, tried, believed, levels }
  if (believed.length === 0) return measure(tried, roundedLoad(search, search.from), 'lightest')
  if (hasLevelledOff(levels)) return refine(curve)
  const highest = Math.max(...believed.map(({ load }) => load))
  if (highest >= roundedLoad(search, search.upTo)) return done(curve, 'not-saturated')
  if (tried.length >= search.mostRuns) return done(curve, 'budget-used-up')
  const isNear = (lastGain(levels) ?? Infinity) < fadingGain
  return measure(tried, roundedLoad(search, 2 * highest), isNear ? 'saturating' : 'doubling')
}

function done({ believed, tried }: Curve, ending: Parameters<typeof curveAnswer>[0]['ending']) {
  const answer = curveAnswer({ tried, believed, ending })
  return { kind: 'done', answer } as const
}

function refine(curve: Curve): SearchStep {
  const { search, tried, levels } = curve
  const place = besideTheKnee(curve) ?? whereItIsEmpty(curve)
  if (place === null) return done(curve, 'precise')
  if (tried.length >= search.mostRuns) return done(curve, 'budget-used-up')
  const { low, high, reason } = place
  const middle = roundedLoad(search, Math.sqrt(low.load * high.load))
  const isNew = levels.every(({ load }) => load !== middle)
  return measure(tried, isNew ? middle : low.load + 1, reason)
}

type Gap = Readonly<{ low: CurveLevel; high: CurveLevel; reason: SearchReason }>

/** Widest gap beside the knee, or between its ends; null if all are narrow enough. */
function besideTheKnee({ search, tried, levels }: Curve): Gap | null {
  const { loads, knee } = judgedLoads(tried)
  if (knee.kind !== 'at' && knee.kind !== 'between') return null
  const [from, upTo] =
    knee.kind === 'at'
      ? [knee.at.position - 1, knee.at.position + 1]
      : [knee.low.position, knee.high.position]
  const [lowest, highest] = [loads[from]?.load ?? 0, loads[upTo]?.load ?? 0]
  const within = levels.filter(({ load }) => load >= lowest && load <= highest)
  const gaps = within.slice(1).flatMap((high, index): Gap[] => {
    const low = within[index]
    return low === undefined ? [] : [{ low, high, reason: 'bending' }]
  })
  return (
    gaps.filter((gap) => isOpen(search, gap)).toSorted((a, b) => widthOf(b) - widthOf(a))[0] ?? null
  )
}

function whereItIsEmpty({ search, levels }: Curve): Gap | null {
  const gap = widestGap(levels, ({ low, high }) => isRoomBetween(search, low.load, high.load))
  return gap === null || gap.distance <= widestEmptiness ? null : { ...gap, reason: 'filling' }
}

function isOpen(search: SweepSearch, { low, high }: Omit<Gap, 'reason'>): boolean {
  return widthOf({ low, high }) > 1 + kneePrecision && isRoomBetween(search, low.load, high.load)
}

function widthOf({ low, high }: Omit<Gap, 'reason'>): number {
  return high.load / low.load
}

/** Gap between neighbours on a curve; bends count as wider. */
type CurveGap = Readonly<{
  low: CurveLevel
  high: CurveLevel
  /** Distance with the curve scaled to width and height 1; doubled at a right angle. */
  distance: number
}>

type Place = Readonly<{ x: number; y: number }>

/** Null if all gaps are narrow enough. */
function widestGap(
  levels: readonly CurveLevel[],
  isWanted: (gap: Pick<CurveGap, 'low' | 'high'>) => boolean,
): CurveGap | null {
  const places = placesOf(levels)
  const gaps = levels.slice(1).flatMap((high, index) => {
    const low = levels[index]
    if (low === undefined || !isWanted({ low, high })) return []
    const turn = Math.max(turnAt(places, index), turnAt(places, index + 1))
    return { low, high, distance: lengthFrom(places, index) * (1 + turn / (Math.PI / 2)) }
  })
  return gaps.toSorted((a, b) => b.distance - a.distance)[0] ?? null
}

/** Logarithms, in which equal steps are equal factors. */
function placesOf(levels: readonly CurveLevel[]): Place[] {
  const xs = unit(levels.map(({ throughput }) => Math.log(throughput)))
  const ys = unit(levels.map(({ latency }) => Math.log(latency)))
  return levels.map((_, index) => ({ x: xs[index] ?? 0, y: ys[index] ?? 0 }))
}

function lengthFrom(places: readonly Place[], index: number): number {
  const { x, y } = step(places, index)
  return Math.hypot(x, y)
}

/** Angle between the segments before and after; 0 at the ends. */
function turnAt(places: readonly Place[], index: number): number {
  if (index === 0 || index === places.length - 1) return 0
  const [before, after] = [step(places, index - 1), step(places, index)]
  const turn = Math.abs(Math.atan2(after.y, after.x) - Math.atan2(before.y, before.x))
  return Math.min(turn, 2 * Math.PI - turn)
}

function step(places: readonly Place[], index: number): Place {
  const [from, to] = [places[index], places[index + 1]]
  return { x: (to?.x ?? 0) - (from?.x ?? 0), y: (to?.y ?? 0) - (from?.y ?? 0) }
}
