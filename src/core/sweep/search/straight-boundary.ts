// Crossing of a bound by a straight line through several nearby loads, and its error: together they carry more
// information than each alone. Formulas: docs/measuring.md.
import type { Interval } from '#core/stats/certainty/interval.ts'

/** Measured excess over a bound at a load; positive beyond it. */
export type Place = Readonly<{ load: number; value: number; error: number }>

/** Minimum loads for a line. */
const fewestPlaces = 3
/** Standard errors. */
const reach = 1.96

/** Weighted least squares over the logarithm of the load; null if no line is surely rising, or none fits. */
export function straightBoundary(
  places: readonly Place[],
): Readonly<{ boundary: number; interval: Interval }> | null {
  const isEnclosed = places.some(({ value }) => value > 0) && places.some(({ value }) => value <= 0)
  if (places.length < fewestPlaces || !isEnclosed) return null
  const { centre, height, slope, heightError, slopeError } = lineThrough(places)
  if (slope <= reach * slopeError) return null
  const off = -height / slope
  const error = Math.hypot(heightError, off * slopeError) / slope
  const at = (x: number) => Math.exp(centre + x)
  return {
    boundary: at(off),
    interval: { low: at(off - reach * error), high: at(off + reach * error) },
  }
}

type Line = Readonly<{
  /** Mean logarithm of the load, and the line's value there. */
  centre: number
  height: number
  slope: number
  heightError: number
  slopeError: number
}>

/** Errors grow if the points deviate from the line by more than their errors allow. */
function lineThrough(places: readonly Place[]): Line {
  const points = places.map(({ load, value, error }) => ({
    x: Math.log(load),
    y: value,
    weight: 1 / error ** 2,
  }))
  const weight = sum(points, (point) => point.weight)
  const centre = sum(points, (point) => point.weight * point.x) / weight
  const height = sum(points, (point) => point.weight * point.y) / weight
  const width = sum(points, (point) => point.weight * (point.x - centre) ** 2)
  const slope = sum(points, (point) => point.weight * (point.x - centre) * point.y) / width
  const misfit = sum(
    points,
    (point) => point.weight * (point.y - height - slope * (point.x - centre)) ** 2,
  )
  const growth = Math.sqrt(Math.max(1, misfit / (points.length - 2)))
  const [heightError, slopeError] = [growth / Math.sqrt(weight), growth / Math.sqrt(width)]
  return { centre, height, slope, heightError, slopeError }
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
