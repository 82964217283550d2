// Summary of a run's telemetry: how full the server was, and what its GPUs did and drew. Formulas: docs/measuring.md.
import {
  isNear,
  longestGapS,
  marginS,
  type Point,
  pointsOf,
  type RunSpan,
  secondsOf,
} from './telemetry-series.ts'
import type {
  EnergyPerToken,
  GpuValue,
  SampledSource,
  ServerValue,
  TelemetrySummary,
} from '../model/run/telemetry.ts'
import type { TelemetrySeriesName } from './telemetry-traits.ts'
import { throttleReasons } from './gpu-sample.ts'
import { countedEnergyJ, countsEnergy } from './counted-energy.ts'

type TelemetryOfRun = RunSpan &
  Readonly<{
    outputTokens: number
    /** Given the energy of any part of the run. */
    energyPerToken?: (energyJ: (part: RunSpan) => number | null) => EnergyPerToken | null
  }>

/** Null where nothing was sampled during the run. */
export function summarizeTelemetry(
  sources: readonly SampledSource[],
  run: TelemetryOfRun,
): TelemetrySummary | null {
  const server = serverSummary(ofKind(sources, 'server'), run)
  const gpu = gpuSummary(ofKind(sources, 'gpu'), run)
  return server === null && gpu === null ? null : { server, gpu }
}

type ServerSummary = TelemetrySummary['server']
type GpuSummary = TelemetrySummary['gpu']

function serverSummary([source]: readonly SampledSource[], run: RunSpan): ServerSummary {
  if (source === undefined) return null
  const requestsRunning = moments(course('requestsRunning', source, run))
  const requestsWaiting = moments(course('requestsWaiting', source, run))
  const kvCachePercent = moments(course('kvCachePercent', source, run))
  const preemptions = growth('preemptions', source, run)
  const reported = [requestsRunning, requestsWaiting, kvCachePercent, preemptions]
  if (reported.every((value) => value === null)) return null
  return { requestsRunning, requestsWaiting, kvCachePercent, preemptions }
}

function gpuSummary(gpus: readonly SampledSource[], run: TelemetryOfRun): GpuSummary {
  const seen = gpus.filter((gpu) => samplesDuring(gpu, run).length > 0)
  if (seen.length === 0) return null
  const energyJ = energyOf(seen, run)
  const of = (name: TelemetrySeriesName) => seen.flatMap((gpu) => course(name, gpu, run) ?? [])
  return {
    count: seen.length,
    powerW: moments(overTime(totalPower(seen, run), run.durationS)),
    energyJ,
    energyPerOutputTokenJ:
      energyJ === null || run.outputTokens === 0 ? null : energyJ / run.outputTokens,
    energyPerToken:
      energyJ === null ? null : (run.energyPerToken?.((part) => energyOf(seen, part)) ?? null),
    utilizationPercent: meanAndMax(of('gpuUtilizationPercent')),
    maxMemoryUsedMiB: highest(of('gpuMemoryUsedMiB')),
    smClockMhz: meanAndMin(of('gpuSmClockMhz')),
    maxTemperatureC: highest(of('gpuTemperatureC')),
    throttling: throttling(seen.flatMap((gpu) => samplesDuring(gpu, run))),
  }
}

/** By their counters; else the integral of their power, where it is known of nearly all of the time. */
function energyOf(gpus: readonly SampledSource[], span: RunSpan): number | null {
  if (gpus.every(countsEnergy)) return countedEnergyJ(gpus, span)
  const power = overTime(totalPower(gpus, span), span.durationS)
  return power !== null && isWhole(power, span) ? power.integral : null
}

function ofKind(sources: readonly SampledSource[], wanted: SampledSource['kind']) {
  return sources.filter(({ kind }) => kind === wanted)
}

function course(name: TelemetrySeriesName, source: SampledSource, run: RunSpan): OverTime | null {
  return overTime(pointsOf(name, source, run), run.durationS)
}

/** At the moments of the first GPU; the others are asked within milliseconds of it. */
function totalPower(gpus: readonly SampledSource[], run: RunSpan): readonly Reported[] {
  const [first = [], ...others] = gpus.map((gpu) =>
    pointsOf('gpuPowerW', gpu, run).filter(isReported),
  )
  if (others.some((points) => points.length === 0)) return []
  return first.map(({ atS, value }) => ({
    atS,
    value: others.reduce((sum, points) => sum + valueAt(points, atS), value),
  }))
}

/** A part without samples is not guessed. */
function isWhole({ coveredS }: OverTime, { durationS }: RunSpan): boolean {
  return coveredS >= 0.95 * durationS
}

function moments(reported: OverTime | null) {
  return reported && { mean: reported.mean, max: reported.max }
}

function meanAndMax(reported: readonly OverTime[]) {
  const max = highest(reported)
  return max === null ? null : { mean: meanOf(reported), max }
}

function meanAndMin(reported: readonly OverTime[]) {
  return reported.length === 0
    ? null
    : { mean: meanOf(reported), min: Math.min(...reported.map(({ min }) => min)) }
}

function meanOf(reported: readonly OverTime[]): number {
  return reported.reduce((sum, { mean }) => sum + mean, 0) / reported.length
}

function highest(reported: readonly OverTime[]): number | null {
  return reported.length === 0 ? null : Math.max(...reported.map(({ max }) => max))
}

/** Null where it was not counted, or restarted during the run. */
function growth(name: ServerValue, source: SampledSource, run: RunSpan): number | null {
  const reported = samplesDuring(source, run).flatMap(({ values }) => values[name] ?? [])
  const grown = (reported.at(-1) ?? 0) - (reported[0] ?? 0)
  return reported.length === 0 || grown < 0 ? null : grown
}

function throttling(samples: SampledSource['samples']) {
  const reasonsName: GpuValue = 'throttleReasons'
  const reported = samples.flatMap(({ values }) => values[reasonsName] ?? [])
  const counts = new Map<string, number>()
  for (const reason of reported.flatMap(throttleReasons)) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(([reason, count]) => ({ reason, share: count / reported.length }))
}

function samplesDuring({ samples }: SampledSource, run: RunSpan): SampledSource['samples'] {
  return samples.filter(({ atEpochMs }) => isNear(secondsOf(atEpochMs, run), run))
}

// A series between its points: straight lines, and at the edges of the run what was seen nearest to them.
type OverTime = Readonly<{
  /** Value × seconds, of the part that is known. */
  integral: number
  coveredS: number
  mean: number
  min: number
  max: number
}>

/** Over the run, which ends at `durationS`; null where nothing is known of it. */
function overTime(points: readonly Point[], durationS: number): OverTime | null {
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
function valueAt(points: readonly Reported[], atS: number): number {
  const after = points.findIndex((point) => point.atS >= atS)
  const [from, to] = [points[after - 1], points[after]]
  if (from === undefined || to === undefined) return (to ?? points.at(-1))?.value ?? 0
  return between(from, to, atS)
}

type Reported = Readonly<{ atS: number; value: number }>

function isReported(point: Point): point is Reported {
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
