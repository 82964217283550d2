// Crossing of a bound by a straight line through several nearby loads, and its error: together they carry more
// information than each alone. Formulas: docs/measuring/searches.md.
import { sum } from '#core/base/spread.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'

/** Measured excess over a bound at a load; positive beyond it. */
export type Place = Readonly<{
  load: number
  value: number
  error: number
  /** Total length of its runs, in usual runs. */
  length: number
}>

/** Crossing in logarithms of the load. */
export type BoundaryLine = Readonly<{
  crossing: number
  error: number
  /** Total length of the runs that it uses. */
  length: number
}>

/** Maximum factor between a load and the crossing for a straight line. */
const nearFactor = 1.25
/** Minimum length of a load's runs, because short runs of a queue are calmer than long ones. */
const fewestLength = 4
/** Maximum excess on the line; beyond it is a cliff. */
const farthest = 0.8
/** Standard errors by which the line must rise. */
const surelyRising = 2.5
/** Number of times that the nearby loads are selected again around the new crossing. */
const passes = 4

/**
 * Line through the long runs near the crossing; null if there is none, or if it does not rise from below the bound to above it.
 * Loads are weighted by their length, because runs that are calm by chance have small errors.
 */
export function boundaryLine(means: readonly Place[]): BoundaryLine | null {
  const long = means.filter(({ length }) => length >= fewestLength)
  const above = long.findIndex(({ value }) => value > 0)
  const [low, high] = [long[above - 1], long[above]]
  if (low === undefined || high === undefined) return null
  let line: BoundaryLine | null = null
  for (let pass = 0; pass < passes; pass++) {
    line = lineAround(line?.crossing ?? Math.log(low.load * high.load) / 2, long)
    if (line === null) return null
  }
  return line
}

function lineAround(centre: number, long: readonly Place[]): BoundaryLine | null {
  const distance = ({ load }: Place) => Math.abs(Math.log(load) - centre)
  const near = long
    .filter((place) => distance(place) <= Math.log(nearFactor))
    .toSorted((one, other) => distance(one) - distance(other))
  const cliff = near.findIndex(({ value }) => Math.abs(value) > farthest)
  const places = cliff < 0 ? near : near.slice(0, cliff)
  if (places.length < 2) return null
  const length = sum(places.map((place) => place.length))
  const variance = sum(places.map((place) => (place.length * place.error) ** 2)) / length
  const { slope, slopeError, crossing, error } = lineThrough(
    places.map((place) => ({ ...place, error: Math.sqrt(variance / place.length) })),
  )
  const loads = places.map(({ load }) => Math.log(load))
  const isEnclosed = Math.min(...loads) <= crossing && crossing <= Math.max(...loads)
  return slope > surelyRising * slopeError && isEnclosed ? { crossing, error, length } : null
}

/** Minimum loads for a line that narrows an interval by itself. */
const fewestPlaces = 3
/** Standard errors. */
const reach = 1.96

/** Weighted least squares over the logarithm of the load; null if no line is certainly rising, or none fits. */
export function straightBoundary(
  places: readonly Omit<Place, 'length'>[],
): Readonly<{ boundary: number; interval: Interval }> | null {
  const isEnclosed = places.some(({ value }) => value > 0) && places.some(({ value }) => value <= 0)
  if (places.length < fewestPlaces || !isEnclosed) return null
  const { slope, slopeError, crossing, error } = lineThrough(places)
  if (slope <= reach * slopeError) return null
  return {
    boundary: Math.exp(crossing),
    interval: { low: Math.exp(crossing - reach * error), high: Math.exp(crossing + reach * error) },
  }
}

type Line = Readonly<{ slope: number; slopeError: number; crossing: number; error: number }>

/** Errors grow if the deviations of the points from the line exceed them. */
function lineThrough(places: readonly Omit<Place, 'length'>[]): Line {
  const points = places.map(({ load, value, error }) => ({
    x: Math.log(load),
    y: value,
    weight: 1 / error ** 2,
  }))
  const summed = (of: (point: (typeof points)[number]) => number) => sum(points.map(of))
  const weight = summed((point) => point.weight)
  const centre = summed((point) => point.weight * point.x) / weight
  const height = summed((point) => point.weight * point.y) / weight
  const width = summed((point) => point.weight * (point.x - centre) ** 2)
  const slope = summed((point) => point.weight * (point.x - centre) * point.y) / width
  const misfit = summed(
    (point) => point.weight * (point.y - height - slope * (point.x - centre)) ** 2,
  )
  const growth = Math.sqrt(Math.max(1, misfit / Math.max(1, points.length - 2)))
  const [heightError, slopeError] = [growth / Math.sqrt(weight), growth / Math.sqrt(width)]
  const off = -height / slope
  const error = Math.hypot(heightError, off * slopeError) / slope
  return { slope, slopeError, crossing: centre + off, error }
}
