// Series of a run's telemetry, each with its formula over two consecutive samples.
import { keysOf } from '#core/base/keys-of.ts'
import type { SampledValue, SampledValues, TelemetryKind } from '#core/records/sampled-values.ts'

type SamplePair = Readonly<{
  /** Null for the first sample of a source. */
  before: SampledValues | null
  now: SampledValues
  /** Time between the two samples. */
  seconds: number
}>

type TelemetryTrait = Readonly<{
  kind: TelemetryKind
  unit: string
  /** A rate between two samples is placed midway; a gauge at its own sample. */
  isOverTime: boolean
  /** Null if it was not reported. */
  value(pair: SamplePair): number | null
}>

const percent: Scale = { unit: '%', factor: 100 }
const milliseconds: Scale = { unit: 'ms', factor: 1000 }

const kvCachePercent: TelemetryTrait = {
  ...seen('server', 'kvCacheUsage', '%'),
  value: ({ now }) => scaled(now.kvCacheUsage, 100),
}

const traits = {
  requestsRunning: seen('server', 'requestsRunning', ''),
  requestsWaiting: seen('server', 'requestsWaiting', ''),
  kvCachePercent,
  prefixCacheHitPercent: ratio('prefixCacheHits', 'prefixCacheQueries', percent),
  generationTokensPerS: counted('generationTokens', 'tok/s'),
  promptTokensPerS: counted('promptTokens', 'tok/s'),
  preemptionsPerS: counted('preemptions', '/s'),
  externalCacheHitPercent: ratio('externalCacheHits', 'externalCacheQueries', percent),
  draftAcceptancePercent: ratio('acceptedTokens', 'draftTokens', percent),
  transferMBPerS: counted('transferBytes', 'MB/s', 1e-6),
  transferMs: ratio('transferS', 'transfers', milliseconds),
  failedTransfersPerS: counted('failedTransfers', '/s'),
  offloadMBPerS: counted('offloadBytes', 'MB/s', 1e-6),
  adaptersRunning: seen('server', 'adaptersRunning', ''),
  adaptersWaiting: seen('server', 'adaptersWaiting', ''),
  instanceRunning: seen('instance', 'requestsRunning', ''),
  instanceWaiting: seen('instance', 'requestsWaiting', ''),
  instanceKvPercent: { ...kvCachePercent, kind: 'instance' },
  instancePromptPerS: { ...counted('promptTokens', 'tok/s'), kind: 'instance' },
  instanceGenerationPerS: { ...counted('generationTokens', 'tok/s'), kind: 'instance' },
  instanceTransferMs: { ...ratio('transferS', 'transfers', milliseconds), kind: 'instance' },
  engineRunning: seen('engine', 'requestsRunning', ''),
  engineWaiting: seen('engine', 'requestsWaiting', ''),
  /** Imbalance over all engines; see imbalance.ts. */
  imbalance: { kind: 'engine', unit: '×', isOverTime: false, value: () => null },
  metricValue: seen('metric', 'metricValue', ''),
  metricPerS: { ...counted('metricTotal', '/s'), kind: 'metric' },
  metricMean: { ...ratio('metricSum', 'metricCount', { unit: '', factor: 1 }), kind: 'metric' },
  gpuUtilizationPercent: seen('gpu', 'utilizationPercent', '%'),
  gpuMemoryUsedMiB: seen('gpu', 'memoryUsedMiB', 'MiB'),
  gpuPowerW: seen('gpu', 'powerW', 'W'),
  gpuSmClockMhz: seen('gpu', 'smClockMhz', 'MHz'),
  gpuTemperatureC: seen('gpu', 'temperatureC', '°C'),
} satisfies Readonly<Record<string, TelemetryTrait>>

export type TelemetrySeriesName = keyof typeof traits
export const telemetrySeries = keysOf(traits)
export const telemetryTraits: Readonly<Record<TelemetrySeriesName, TelemetryTrait>> = traits

function seen(kind: TelemetryKind, name: SampledValue, unit: string): TelemetryTrait {
  return { kind, unit, isOverTime: false, value: ({ now }) => now[name] ?? null }
}

function counted(name: SampledValue, unit: string, factor = 1): TelemetryTrait {
  return {
    kind: 'server',
    unit,
    isOverTime: true,
    value: (pair) => scaled(growth(pair, name), factor / pair.seconds),
  }
}

type Scale = Readonly<{ unit: string; factor: number }>

/** Ratio of the growth of two counters; null while the second does not grow. */
function ratio(part: SampledValue, whole: SampledValue, { unit, factor }: Scale): TelemetryTrait {
  return {
    kind: 'server',
    unit,
    isOverTime: true,
    value(pair) {
      const [top, bottom] = [growth(pair, part), growth(pair, whole)]
      return top === null || bottom === null || bottom === 0 ? null : (top / bottom) * factor
    },
  }
}

/** Null if the counter is missing, or was reset by a restart of the server. */
function growth({ before, now }: SamplePair, name: SampledValue): number | null {
  const from = before?.[name] ?? null
  const to = now[name] ?? null
  return from === null || to === null || to < from ? null : to - from
}

function scaled(value: number | null | undefined, factor: number): number | null {
  return value === null || value === undefined ? null : value * factor
}
