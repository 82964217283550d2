// A series between its points: straight lines, and at the edges of the run what was seen nearest to them.
import { longestGapS, marginS } from './run-span.ts'
import type { Point } from './thin-points.ts'

export type OverTime = Readonly<{
  /** Value × seconds, of the part that is known. */
  integral: number
  coveredS: number
  mean: number
  min: number
  max: number
}>

/** Over the run, which ends at `durationS`; null where nothing is known of it. */
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

/** By straight lines; before the first point and after the last, as they are. */
export function valueAt(points: readonly Reported[], atS: number): number {
  const after = points.findIndex((point) => point.atS >= atS)
  const [from, to] = [points[after - 1], points[after]]
  if (from === undefined || to === undefined) return (to ?? points.at(-1))?.value ?? 0
  return between(from, to, atS)
}

export type Reported = Readonly<{ atS: number; value: number }>

export function isReported(point: Point): point is Reported {
  return point.value !== null
}

function toTheEdges(points: readonly Reported[], durationS: number): readonly Reported[] {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return points
  const begin = Math.max(Math.min(first.atS, 0), first.atS - marginS)
  const end = Math.min(Math.max(last.atS, durationS), last.atS + marginS)
  return [{ ...first, atS: begin }, ...points, { ...last, atS: end }]
}

function between(from: Reported, to: Reported, atS: number): number {
  const share = to.atS === from.atS ? 0 : (atS - from.atS) / (to.atS - from.atS)
  return from.value + share * (to.value - from.value)
}
