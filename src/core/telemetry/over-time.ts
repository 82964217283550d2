// Interpolates series: linearly between points, and by the nearest sample at the edges of a run.

/** Time span of a run's telemetry: the run itself, and one sample on either side. */
export type RunSpan = Readonly<{ startedAtEpochMs: number; durationS: number }>

/** Sources are sampled once a second, so a sample this close to the run shows its state at the edge. */
export const marginS = 1.5

/** Longest gap between samples that is interpolated. */
export const longestGapS = 5

export function secondsOf(atEpochMs: number, { startedAtEpochMs }: RunSpan): number {
  return (atEpochMs - startedAtEpochMs) / 1000
}

export function isNear(atS: number, { durationS }: RunSpan): boolean {
  return atS >= -marginS && atS <= durationS + marginS
}

export type Point = Readonly<{
  atS: number
  /** Null ends a line: the values after it are unknown. */
  value: number | null
}>

type KnownPoint = Readonly<{ atS: number; value: number }>

export function isReported(point: Point): point is KnownPoint {
  return point.value !== null
}

export type OverTime = Readonly<{
  /** Value × seconds, over the known part. */
  integral: number
  coveredS: number
  mean: number
  min: number
  max: number
}>

/** Integral over the run, which ends at `durationS`; null if nothing is known. */
export function overTime(points: readonly Point[], durationS: number): OverTime | null {
  const known = toTheEdges(points.filter(isReported), durationS)
  const values = known.filter(({ atS }) => atS >= 0 && atS <= durationS).map(({ value }) => value)
  let integral = 0
  let coveredS = 0
  for (const [index, to] of known.entries()) {
    const from = known[index - 1]
    if (from === undefined || to.atS - from.atS > longestGapS) continue
    const [startS, endS] = [Math.max(from.atS, 0), Math.min(to.atS, durationS)]
    if (endS <= startS) continue
    const middle = between(from, to, (startS + endS) / 2)
    integral += middle * (endS - startS)
    coveredS += endS - startS
  }
  if (values.length === 0 || coveredS === 0) return null
  const [min, max] = [Math.min(...values), Math.max(...values)]
  return { integral, coveredS, mean: integral / coveredS, min, max }
}

function toTheEdges(points: readonly KnownPoint[], durationS: number): readonly KnownPoint[] {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return points
  const begin = Math.max(Math.min(first.atS, 0), first.atS - marginS)
  const end = Math.min(Math.max(last.atS, durationS), last.atS + marginS)
  return [{ ...first, atS: begin }, ...points, { ...last, atS: end }]
}

type Moment = Readonly<{ atS: number; values: readonly number[] }>

/**
 * Values of several series at the times of the first: sources are sampled within milliseconds or a second of each other. Interpolates
 * linearly; constant before the first point and after the last. Empty if a series has no point.
 */
export function together(courses: readonly (readonly KnownPoint[])[]): readonly Moment[] {
  const [first = [], ...others] = courses
  if (others.some((points) => points.length === 0)) return []
  const valuesAt = others.map(walk)
  return first.map(({ atS, value }) => ({ atS, values: [value, ...valuesAt.map((at) => at(atS))] }))
}

/** Must be called with ascending times. */
function walk(points: readonly KnownPoint[]): (atS: number) => number {
  let after = 0
  return (atS) => {
    while ((points[after]?.atS ?? Infinity) < atS) after++
    const [from, to] = [points[after - 1], points[after]]
    if (from === undefined || to === undefined) return (to ?? from)?.value ?? 0
    return between(from, to, atS)
  }
}

function between(from: KnownPoint, to: KnownPoint, atS: number): number {
  const share = to.atS === from.atS ? 0 : (atS - from.atS) / (to.atS - from.atS)
  return from.value + share * (to.value - from.value)
}
