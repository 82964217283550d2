// Where a curve is still empty: how far apart neighbours lie on it, more where it turns.
import type { CurveLevel } from './curve-levels.ts'

type CurveGap = Readonly<{
  low: CurveLevel
  high: CurveLevel
  /** On a curve that is 1 wide and 1 high, twice as far where it turns by a right angle. */
  distance: number
}>

type Place = Readonly<{ x: number; y: number }>

/** Null where no gap is wanted. */
export function widestGap(
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

/** By logarithms, in which equal steps are equal factors. */
function placesOf(levels: readonly CurveLevel[]): Place[] {
  const xs = unit(levels.map(({ throughput }) => Math.log(throughput)))
  const ys = unit(levels.map(({ latency }) => Math.log(latency)))
  return levels.map((_, index) => ({ x: xs[index] ?? 0, y: ys[index] ?? 0 }))
}

function unit(values: readonly number[]): number[] {
  const least = Math.min(...values)
  const range = Math.max(...values) - least
  return values.map((value) => (range === 0 ? 0 : (value - least) / range))
}

function lengthFrom(places: readonly Place[], index: number): number {
  const { x, y } = step(places, index)
  return Math.hypot(x, y)
}

/** Angle between the ways to it and from it; 0 at the ends. */
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
