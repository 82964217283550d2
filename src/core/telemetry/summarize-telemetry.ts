// Summary of a run's telemetry: load of the servers, utilisation and power of their GPUs. docs/measuring/servers.md.
import type {
  GpuPart,
  InstanceSummary,
  MetricReading,
  TelemetrySummary,
} from '../model/run/telemetry.ts'
import type { GpuValue, SampledSource, SampledValue } from '#core/records/sampled-values.ts'
import { poolOf } from '#core/model/pool-kind.ts'
import * as features from './features.ts'
import { throttleReasons } from './gpu-sample.ts'
import { imbalanceOf } from './imbalance.ts'
import { isNear, type OverTime, overTime, type RunSpan, secondsOf } from './over-time.ts'
import type { GpuFigures, SampledRun } from './telemetry-part.ts'
import { pointsOf, totalOverTime } from './telemetry-series.ts'
import type { TelemetrySeriesName } from './telemetry-traits.ts'

/** Null if nothing was sampled during the run. */
export function summarizeTelemetry(
  sources: readonly SampledSource[],
  run: SampledRun,
): TelemetrySummary | null {
  const all = ofKind(sources, 'server')
  const server = serverSummary(all, run)
  const gpu = gpuSummary(ofKind(sources, 'gpu'), run)
  const metrics = ofKind(sources, 'metric').flatMap((metric) => metricSummary(metric, run) ?? [])
  const instances = ofKind(sources, 'instance').map((instance) => instanceSummary(instance, run))
  const isEmpty = instances.length === 0 && metrics.length === 0
  if (server === null && gpu === null && isEmpty) return null
  const engines = ofKind(sources, 'engine')
  return {
    server,
    servers:
      all.length < 2 ? [] : all.map((one) => ({ label: one.label, ...momentsOf([one], run) })),
    instances,
    engines: engines.map((engine) => ({
      label: engine.label,
      requestsRunning: momentsOver('engineRunning', [engine], run),
      requestsWaiting: momentsOver('engineWaiting', [engine], run),
    })),
    imbalance: imbalanceOf(engines, run),
    metrics,
    gpu,
  }
}

type ServerSummary = TelemetrySummary['server']
type GpuSummary = TelemetrySummary['gpu']

function serverSummary(servers: readonly SampledSource[], run: RunSpan): ServerSummary {
  const grown = (name: SampledValue) => growth(name, servers, run)
  const summary = {
    ...momentsOf(servers, run),
    externalCacheHitPercent: share(grown('externalCacheHits'), grown('externalCacheQueries'), 100),
    transferMB: share(grown('transferBytes'), 1e6),
    transferMs: share(grown('transferS'), grown('transfers'), 1000),
    failedTransfers: grown('failedTransfers'),
    offloadMB: share(grown('offloadBytes'), 1e6),
  }
  return Object.values(summary).every((value) => value === null) ? null : summary
}

/** Requests and preemptions of several servers are added; their cache usage is averaged. */
function momentsOf(servers: readonly SampledSource[], run: RunSpan) {
  const caches = servers.flatMap((server) => course('kvCachePercent', server, run) ?? [])
  return {
    requestsRunning: momentsOver('requestsRunning', servers, run),
    requestsWaiting: momentsOver('requestsWaiting', servers, run),
    kvCachePercent: meanAndMax(caches),
    preemptions: growth('preemptions', servers, run),
  }
}

function instanceSummary(source: SampledSource, run: RunSpan): InstanceSummary {
  const { label } = source
  const grown = (name: SampledValue) => growth(name, [source], run)
  const queue = course('instanceWaiting', source, run)
  const queues = samplesDuring(source, run).flatMap(({ values }) => values.requestsWaiting ?? [])
  const queued = queues.filter((waiting) => waiting > 0).length
  return {
    label,
    pool: poolOf(label),
    coveredShare: queue === null || run.durationS === 0 ? 0 : queue.coveredS / run.durationS,
    queuedShare: queues.length === 0 ? null : queued / queues.length,
    requestsRunning: moments(course('instanceRunning', source, run)),
    requestsWaiting: moments(queue),
    kvCachePercent: moments(course('instanceKvPercent', source, run)),
    preemptions: grown('preemptions'),
    promptTokens: grown('promptTokens'),
    generationTokens: grown('generationTokens'),
    transferMB: share(grown('transferBytes'), 1e6),
    transferMs: share(grown('transferS'), grown('transfers'), 1000),
    transferring: share(grown('transferS'), run.durationS),
    failedTransfers: grown('failedTransfers'),
  }
}

const readings: Readonly<Record<MetricReading, TelemetrySeriesName>> = {
  value: 'metricValue',
  rate: 'metricPerS',
  mean: 'metricMean',
}

/** Null if the metric has no value during the run. */
function metricSummary(
  source: SampledSource,
  run: RunSpan,
): TelemetrySummary['metrics'][number] | null {
  const { label } = source
  for (const reading of ['value', 'rate', 'mean'] as const) {
    const over = course(readings[reading], source, run)
    if (over === null) continue
    // Mean of all observations of a histogram, not of the means of its intervals.
    const observed =
      reading === 'mean' &&
      share(growth('metricSum', [source], run), growth('metricCount', [source], run))
    return {
      label,
      reading,
      mean: typeof observed === 'number' ? observed : over.mean,
      max: over.max,
    }
  }
  return null
}

function share(part: number | null, whole: number | null, factor = 1): number | null {
  return part === null || whole === null || whole === 0 ? null : (part / whole) * factor
}

function gpuSummary(gpus: readonly SampledSource[], run: SampledRun): GpuSummary {
  const seen = gpus.filter((gpu) => samplesDuring(gpu, run).length > 0)
  if (seen.length === 0) return null
  const parts = Object.values<GpuFigures>(features).map((part) => part(seen, run))
  const of = (name: TelemetrySeriesName) => seen.flatMap((gpu) => course(name, gpu, run) ?? [])
  return {
    count: seen.length,
    powerW: moments(totalOverTime('gpuPowerW', seen, run)),
    ...(Object.assign({}, ...parts) as GpuPart),
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

function momentsOver(name: TelemetrySeriesName, sources: readonly SampledSource[], run: RunSpan) {
  return moments(totalOverTime(name, sources, run))
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

/** Growth over all sources; null if any lacks the counter or restarted during the run. */
function growth(
  name: SampledValue,
  sources: readonly SampledSource[],
  run: RunSpan,
): number | null {
  const grown = sources.map((source) => {
    const reported = samplesDuring(source, run).flatMap(({ values }) => values[name] ?? [])
    const by = (reported.at(-1) ?? 0) - (reported[0] ?? 0)
    return reported.length === 0 || by < 0 ? null : by
  })
  if (grown.length === 0) return null
  return grown.reduce((sum, by) => (sum === null || by === null ? null : sum + by), 0)
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
