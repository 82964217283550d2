// Samples as series over the time of a run, thinned for drawing without losing peaks.
import type { SampledSource } from '#core/records/sampled-values.ts'
import { imbalancePoints } from './imbalance.ts'
import {
  isNear,
  isReported,
  longestGapS,
  type OverTime,
  overTime,
  type Point,
  type RunSpan,
  secondsOf,
  together,
} from './over-time.ts'
import { telemetrySeries, type TelemetrySeriesName, telemetryTraits } from './telemetry-traits.ts'

export type Series = Readonly<{
  name: TelemetrySeriesName
  label: string
  points: readonly Point[]
}>

const mostPoints = 1000

/** Series without any value are omitted. */
export function telemetrySeriesOf(
  sources: readonly SampledSource[],
  span: RunSpan,
): Readonly<{ series: readonly Series[]; isThinned: boolean }> {
  const whole = sources
    .flatMap((source) => telemetrySeries.map((name) => seriesOf(name, source, span)))
    .concat({ name: 'imbalance', label: '', points: imbalancePoints(sources, span) })
    .filter(({ points }) => points.some(({ value }) => value !== null))
  return {
    series: whole.map((series) => ({ ...series, points: thinned(series.points, mostPoints) })),
    isThinned: whole.some(({ points }) => points.length > mostPoints),
  }
}

function seriesOf(name: TelemetrySeriesName, source: SampledSource, span: RunSpan): Series {
  const points = telemetryTraits[name].kind === source.kind ? pointsOf(name, source, span) : []
  return { name, label: source.label, points }
}

/** All sampled points. */
export function pointsOf(
  name: TelemetrySeriesName,
  { samples }: SampledSource,
  span: RunSpan,
): Point[] {
  const { value, isOverTime } = telemetryTraits[name]
  const points: Point[] = []
  let before: (typeof samples)[number] | null = null
  for (const sample of samples) {
    const seconds = before === null ? 0 : (sample.atEpochMs - before.atEpochMs) / 1000
    const sampledAtS = secondsOf(sample.atEpochMs, span)
    const atS = isOverTime ? sampledAtS - seconds / 2 : sampledAtS
    const pair = { before: before?.values ?? null, now: sample.values, seconds }
    const reported = isNear(atS, span) ? value(pair) : null
    const isInterrupted = seconds > longestGapS && !isOverTime && points.length > 0
    if (isInterrupted) points.push({ atS: sampledAtS - seconds / 2, value: null })
    if (reported !== null) points.push({ atS, value: reported })
    before = sample
  }
  return points
}

/** Sum over all sources, over the run; null if nothing is known. */
export function totalOverTime(
  name: TelemetrySeriesName,
  sources: readonly SampledSource[],
  span: RunSpan,
): OverTime | null {
  const courses = sources.map((source) => pointsOf(name, source, span).filter(isReported))
  const sums = together(courses).map(({ atS, values }) => {
    return { atS, value: values.reduce((sum, value) => sum + value, 0) }
  })
  return overTime(sums, span.durationS)
}

/** At most `most` points: each segment keeps its minimum and its maximum. Unchanged if there are no more. */
export function thinned(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points
  const stretches = Math.floor(most / 2)
  return Array.from({ length: stretches }, (_, stretch) => {
    const from = Math.floor((stretch * points.length) / stretches)
    const to = Math.floor(((stretch + 1) * points.length) / stretches)
    return extremes(points.slice(from, to))
  }).flat()
}

/** Minimum and maximum in their original order; a gap counts as the minimum, so that it is kept. */
function extremes(points: readonly Point[]): Point[] {
  const height = ({ value }: Point) => value ?? -Infinity
  const lowest = points.reduce((low, point) => (height(point) < height(low) ? point : low))
  const highest = points.reduce((high, point) => (height(point) > height(high) ? point : high))
  if (lowest === highest) return [lowest]
  return lowest.atS < highest.atS ? [lowest, highest] : [highest, lowest]
}
