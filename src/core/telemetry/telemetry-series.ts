// Samples as series over the time of a run, few enough points to draw and none of their peaks lost.
import type { SampledSource } from '../model/run/telemetry.ts'
import { isNear, longestGapS, secondsOf, type RunSpan } from './run-span.ts'
import { telemetrySeries, telemetryTraits, type TelemetrySeriesName } from './telemetry-traits.ts'
import { thinned, type Point } from './thin-points.ts'

export type Series = Readonly<{
  name: TelemetrySeriesName
  label: string
  points: readonly Point[]
}>

const mostPoints = 1000

/** Series without any value are left out. */
export function telemetrySeriesOf(
  sources: readonly SampledSource[],
  span: RunSpan,
): Readonly<{ series: readonly Series[]; isThinned: boolean }> {
  const whole = sources
    .flatMap((source) => telemetrySeries.map((name) => seriesOf(name, source, span)))
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

/** Every one that was sampled. */
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
