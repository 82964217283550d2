// Samples taken about once a second during a run, from its servers and its GPUs.

export const telemetryKinds = ['server', 'instance', 'engine', 'metric', 'gpu'] as const

const serverValues = [
  'requestsRunning',
  'requestsWaiting',
  /** 0–1. */
  'kvCacheUsage',
  'promptTokens',
  'generationTokens',
  'prefixCacheQueries',
  'prefixCacheHits',
  'preemptions',
  /** Tokens looked up in a cache outside the engine, and tokens found there. */
  'externalCacheQueries',
  'externalCacheHits',
  /** Tokens drafted ahead, and accepted tokens. */
  'draftTokens',
  'acceptedTokens',
  /** KV cache moved between servers by NIXL. */
  'transferBytes',
  'transfers',
  'transferS',
  'failedTransfers',
  /** KV cache moved between GPU and other memory. */
  'offloadBytes',
  /** LoRA adapters with running or waiting requests. */
  'adaptersRunning',
  'adaptersWaiting',
] as const

/** Values of a sample in storage order. Counters are raw, as the source reported them. */
export const sampledValues = {
  server: serverValues,
  /** Instance of a prefill/decode pair; each is a server. */
  instance: serverValues,
  engine: ['requestsRunning', 'requestsWaiting', 'kvCacheUsage'],
  /** A gauge; a counter; or the sum and count of a histogram. */
  metric: ['metricValue', 'metricTotal', 'metricSum', 'metricCount'],
  gpu: [
    'utilizationPercent',
    'memoryUsedMiB',
    'powerW',
    'smClockMhz',
    'temperatureC',
    /** One bit per reason; see `throttleReasons`. */
    'throttleReasons',
    /** Cumulative since an arbitrary time. */
    'energyJ',
  ],
} as const

export type TelemetryKind = (typeof telemetryKinds)[number]
export type ServerValue = (typeof sampledValues)['server'][number]
export type EngineValue = (typeof sampledValues)['engine'][number]
type MetricValue = (typeof sampledValues)['metric'][number]
export type GpuValue = (typeof sampledValues)['gpu'][number]
export type SampledValue = ServerValue | EngineValue | MetricValue | GpuValue

/** Values by name; null if the source does not report one. */
export type SampledValues = Readonly<Partial<Record<SampledValue, number | null>>>

export type TelemetrySample = Readonly<{
  /** Adjusted to the clock at the start of the run. */
  atEpochMs: number
  values: SampledValues
}>

/** A server, an instance of a pair, an engine, a metric named by the user, or a GPU. */
export type TelemetrySource = Readonly<{
  kind: TelemetryKind
  /**
   * GPU: its number, after its host and a colon if there are several hosts. Server: its address if there are several, else empty.
   * Engine or metric: its number or name, after the address of one of several servers. Instance: its name, `prefill-0`.
   */
  label: string
}>

export type SampledSource = TelemetrySource & Readonly<{ samples: readonly TelemetrySample[] }>
