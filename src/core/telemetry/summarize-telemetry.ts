// What a run's telemetry comes to: how full the server was, and what its GPUs did and drew. Formulas: docs/measuring.md.
import type {
  GpuValue,
  SampledSource,
  ServerValue,
  TelemetrySummary,
} from '../model/run/telemetry.ts'
import { isTold, overTime, valueAt, type OverTime, type Told } from './over-time.ts'
import { isNear, secondsOf, type RunSpan } from './run-span.ts'
import { pointsOf } from './telemetry-series.ts'
import type { TelemetrySeriesName } from './telemetry-traits.ts'
import { throttleReasons } from './throttle-reasons.ts'

export type TelemetryOfRun = RunSpan & Readonly<{ outputTokens: number }>

/** Null where nothing was sampled while the run went on. */
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
  const told = [requestsRunning, requestsWaiting, kvCachePercent, preemptions]
  if (told.every((value) => value === null)) return null
  return { requestsRunning, requestsWaiting, kvCachePercent, preemptions }
}

function gpuSummary(gpus: readonly SampledSource[], run: TelemetryOfRun): GpuSummary {
  const seen = gpus.filter((gpu) => samplesDuring(gpu, run).length > 0)
  if (seen.length === 0) return null
  const power = overTime(totalPower(seen, run), run.durationS)
  const energyJ = power !== null && isWhole(power, run) ? power.integral : null
  const of = (name: TelemetrySeriesName) => seen.flatMap((gpu) => course(name, gpu, run) ?? [])
  return {
    count: seen.length,
    powerW: moments(power),
    energyJ,
    energyPerOutputTokenJ:
      energyJ === null || run.outputTokens === 0 ? null : energyJ / run.outputTokens,
    utilizationPercent: meanAndMax(of('gpuUtilizationPercent')),
    maxMemoryUsedMiB: highest(of('gpuMemoryUsedMiB')),
    smClockMhz: meanAndMin(of('gpuSmClockMhz')),
    maxTemperatureC: highest(of('gpuTemperatureC')),
    throttling: throttling(seen.flatMap((gpu) => samplesDuring(gpu, run))),
  }
}

function ofKind(sources: readonly SampledSource[], wanted: SampledSource['kind']) {
  return sources.filter(({ kind }) => kind === wanted)
}

function course(name: TelemetrySeriesName, source: SampledSource, run: RunSpan): OverTime | null {
  return overTime(pointsOf(name, source, run), run.durationS)
}

/** At the moments of the first GPU; the others are asked within milliseconds of it. */
function totalPower(gpus: readonly SampledSource[], run: RunSpan): readonly Told[] {
  const [first = [], ...others] = gpus.map((gpu) => pointsOf('gpuPowerW', gpu, run).filter(isTold))
  if (others.some((points) => points.length === 0)) return []
  return first.map(({ atS, value }) => ({
    atS,
    value: others.reduce((sum, points) => sum + valueAt(points, atS), value),
  }))
}

/** A part that nobody looked at is not guessed. */
function isWhole({ coveredS }: OverTime, { durationS }: RunSpan): boolean {
  return coveredS >= 0.95 * durationS
}

function moments(told: OverTime | null) {
  return told && { mean: told.mean, max: told.max }
}

function meanAndMax(told: readonly OverTime[]) {
  const max = highest(told)
  return max === null ? null : { mean: meanOf(told), max }
}

function meanAndMin(told: readonly OverTime[]) {
  return told.length === 0
    ? null
    : { mean: meanOf(told), min: Math.min(...told.map(({ min }) => min)) }
}

function meanOf(told: readonly OverTime[]): number {
  return told.reduce((sum, { mean }) => sum + mean, 0) / told.length
}

function highest(told: readonly OverTime[]): number | null {
  return told.length === 0 ? null : Math.max(...told.map(({ max }) => max))
}

/** Null where it was not counted, or began anew meanwhile. */
function growth(name: ServerValue, source: SampledSource, run: RunSpan): number | null {
  const told = samplesDuring(source, run).flatMap(({ values }) => values[name] ?? [])
  const grown = (told.at(-1) ?? 0) - (told[0] ?? 0)
  return told.length === 0 || grown < 0 ? null : grown
}

function throttling(samples: SampledSource['samples']) {
  const reasonsName: GpuValue = 'throttleReasons'
  const told = samples.flatMap(({ values }) => values[reasonsName] ?? [])
  const counts = new Map<string, number>()
  for (const reason of told.flatMap(throttleReasons)) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(([reason, count]) => ({ reason, share: count / told.length }))
}

function samplesDuring({ samples }: SampledSource, run: RunSpan): SampledSource['samples'] {
  return samples.filter(({ atEpochMs }) => isNear(secondsOf(atEpochMs, run), run))
}
