// The series that are shown of a run's telemetry, each with how it follows from two samples that came after another.
import type { SampledValues, ServerValue, GpuValue, TelemetryKind } from '../model/run/telemetry.ts'

type Name = ServerValue | GpuValue

type SamplePair = Readonly<{
  /** Null for the first sample of a source. */
  before: SampledValues | null
  now: SampledValues
  /** Between the two. */
  seconds: number
}>

type TelemetryTrait = Readonly<{
  kind: TelemetryKind
  unit: string
  /** A rate between two samples is placed in their middle; a gauge at its sample. */
  isOverTime: boolean
  /** Null where it was not reported. */
  value(pair: SamplePair): number | null
}>

export const telemetrySeries = [
  'requestsRunning',
  'requestsWaiting',
  'kvCachePercent',
  'prefixCacheHitPercent',
  'generationTokensPerS',
  'promptTokensPerS',
  'preemptionsPerS',
  'gpuUtilizationPercent',
  'gpuMemoryUsedMiB',
  'gpuPowerW',
  'gpuSmClockMhz',
  'gpuTemperatureC',
] as const

export type TelemetrySeriesName = (typeof telemetrySeries)[number]

export const telemetryTraits: Readonly<Record<TelemetrySeriesName, TelemetryTrait>> = {
  requestsRunning: seen('server', 'requestsRunning', ''),
  requestsWaiting: seen('server', 'requestsWaiting', ''),
  kvCachePercent: {
    ...seen('server', 'kvCacheUsage', '%'),
    value: ({ now }) => scaled(now.kvCacheUsage, 100),
  },
  prefixCacheHitPercent: {
    kind: 'server',
    unit: '%',
    isOverTime: true,
    value(pair) {
      const queries = growth(pair, 'prefixCacheQueries')
      const hits = growth(pair, 'prefixCacheHits')
      return queries === null || hits === null || queries === 0 ? null : (hits / queries) * 100
    },
  },
  generationTokensPerS: counted('generationTokens', 'tok/s'),
  promptTokensPerS: counted('promptTokens', 'tok/s'),
  preemptionsPerS: counted('preemptions', '/s'),
  gpuUtilizationPercent: seen('gpu', 'utilizationPercent', '%'),
  gpuMemoryUsedMiB: seen('gpu', 'memoryUsedMiB', 'MiB'),
  gpuPowerW: seen('gpu', 'powerW', 'W'),
  gpuSmClockMhz: seen('gpu', 'smClockMhz', 'MHz'),
  gpuTemperatureC: seen('gpu', 'temperatureC', '°C'),
}

function seen(kind: TelemetryKind, name: Name, unit: string): TelemetryTrait {
  return { kind, unit, isOverTime: false, value: ({ now }) => now[name] ?? null }
}

function counted(name: Name, unit: string): TelemetryTrait {
  return {
    kind: 'server',
    unit,
    isOverTime: true,
    value: (pair) => scaled(growth(pair, name), 1 / pair.seconds),
  }
}

/** Null where the counter is missing, or restarted because the server did. */
function growth({ before, now }: SamplePair, name: Name): number | null {
  const from = before?.[name] ?? null
  const to = now[name] ?? null
  return from === null || to === null || to < from ? null : to - from
}

function scaled(value: number | null | undefined, factor: number): number | null {
  return value === null || value === undefined ? null : value * factor
}
