// Samples taken about once a second during a run: what its servers reported, and its GPUs.

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
  /** In tokens: looked up in a cache outside the engine, and found there. */
  'externalCacheQueries',
  'externalCacheHits',
  /** Drafted ahead, and kept. */
  'draftTokens',
  'acceptedTokens',
  /** KV cache moved between servers by NIXL. */
  'transferBytes',
  'transfers',
  'transferS',
  'failedTransfers',
  /** KV cache moved between GPU and other memory. */
  'offloadBytes',
  /** LoRA adapters with requests that run or wait. */
  'adaptersRunning',
  'adaptersWaiting',
] as const

/** The values of a sample, in the order they are stored in. Counters are as the source reported them. */
export const sampledValues = {
  server: serverValues,
  /** Of a prefill/decode pair: a server of its own. */
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
    /** A bit for each reason: see `throttleReasons`. */
    'throttleReasons',
    /** Counted since any earlier moment. */
    'energyJ',
  ],
} as const

export type TelemetryKind = (typeof telemetryKinds)[number]
export type ServerValue = (typeof sampledValues)['server'][number]
export type EngineValue = (typeof sampledValues)['engine'][number]
type MetricValue = (typeof sampledValues)['metric'][number]
export type GpuValue = (typeof sampledValues)['gpu'][number]
export type SampledValue = ServerValue | EngineValue | MetricValue | GpuValue

/** By name; null is what the source does not report. */
export type SampledValues = Readonly<Partial<Record<SampledValue, number | null>>>

export type TelemetrySample = Readonly<{
  /** By the clock of the start of the run. */
  atEpochMs: number
  values: SampledValues
}>

/** One server, an instance of a pair, an engine, a metric that the user named, or one GPU. */
export type TelemetrySource = Readonly<{
  kind: TelemetryKind
  /**
   * The number of the GPU, after its host and a colon where there are several hosts. Of several servers, the address; empty
   * for one. The number of the engine, after the address of one of several servers. The metric, likewise. Of an instance, its
   * name: `prefill-0`.
   */
  label: string
}>

export type SampledSource = TelemetrySource & Readonly<{ samples: readonly TelemetrySample[] }>
