// What is true of an engine, from runs so long that chance hardly moves it.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import type { TelemetrySample } from '#core/records/sampled-values.ts'
import { underKvPressure } from '#core/telemetry/kv-pressure.ts'
import { endS, type MeasuredRequest } from '#core/records/measured-request.ts'
import type { Load, ServeOptions } from './arrivals.ts'
import type { Engine } from './engines.ts'

export const percentiles = [50, 90, 95, 99]

export function configOf({ rate, concurrency, limit, requests }: Load): BenchmarkConfig {
  return {
    ...defaultBenchmarkConfig,
    requestRate: rate ?? 'inf',
    maxConcurrency: rate === null ? concurrency : (limit ?? null),
    numPrompts: requests,
    metricPercentiles: percentiles,
  }
}

type Run = Readonly<{ config: BenchmarkConfig; summary: RunSummary }>

export function runOn(engine: Engine, load: Load, seed: number, startSlowness = 1): Run {
  const config = configOf(load)
  const random = new NumpyRandomState(seed)
  return { config, summary: summaryOn(engine, { load, random, startSlowness }, config) }
}

/** As a stored run has it, whose server was sampled. */
export function summaryOn(
  engine: Engine,
  options: ServeOptions,
  config: BenchmarkConfig,
): RunSummary {
  const samples: TelemetrySample[] = []
  const served = engine.serve({
    ...options,
    report: (atS, values) => samples.push({ atEpochMs: 1000 * atS, values }),
  })
  // All requests of a closed loop are due at once, and wait in the client.
  const requests =
    options.load.rate === null ? served.map((one) => ({ ...one, queueS: one.startS })) : served
  const summary = wholeSummary(requests, config)
  const span = { startedAtEpochMs: 0, durationS: summary.durationS }
  return underKvPressure(summary, [{ kind: 'server', label: '', samples }], span)
}

const requestsOfTruth = 60_000

/** Requests per second of a server that always has enough to do; chance moves it by 0.6 % at most (two populations). */
export function capacityOf(engine: Engine, concurrency = 600): number {
  const random = new NumpyRandomState(1)
  const load = { rate: null, concurrency, requests: requestsOfTruth, warmUps: 3000 }
  const served = engine.serve({ load, random })
  const ends = served.map(endS).sort((one, other) => one - other)
  // Those that end while neither warm-up requests nor a drain share the server.
  const [first, last] = [2000, served.length - 1000]
  return (last - first) / ((ends[last] ?? 0) - (ends[first] ?? 0))
}

/** Several runs as one: p99 TTFT of one run of two populations at 85 % of the capacity is 250 to 810 ms. */
export function longRun(engine: Engine, rate: number, runs = 1): readonly MeasuredRequest[] {
  const load = { rate, concurrency: 1, requests: requestsOfTruth, warmUps: 5000 }
  return Array.from({ length: runs }, (_, run) => new NumpyRandomState(2 + run)).flatMap((random) =>
    engine.serve({ load, random }),
  )
}

/** Output tokens per request. */
export function meanTokens(requests: readonly MeasuredRequest[]): number {
  return requests.reduce((sum, { outputTokens }) => sum + outputTokens, 0) / requests.length
}

export type Statistic = Readonly<{ metric: 'ttft' | 'tpot' | 'e2el'; percentile: number | null }>

export function statisticName({ metric, percentile }: Statistic): string {
  return `${percentile === null ? 'mean' : `p${percentile}`} ${metric.toUpperCase()}`
}

/** Milliseconds. */
export function trueFigure(
  requests: readonly MeasuredRequest[],
  { metric, percentile }: Statistic,
): number {
  const values = requests.flatMap(({ ttftS, latencyS, outputTokens }) => {
    if (metric === 'ttft') return ttftS
    if (metric === 'e2el') return latencyS
    return outputTokens > 1 ? (latencyS - ttftS) / (outputTokens - 1) : []
  })
  if (percentile === null)
    return (1000 * values.reduce((sum, value) => sum + value, 0)) / values.length
  const sorted = Float64Array.from(values).sort()
  return 1000 * (sorted[Math.round((percentile / 100) * (sorted.length - 1))] ?? NaN)
}

/** The highest rate at which the figure of a long run keeps the limit. */
export function trueCapacity(
  engine: Engine,
  { statistic, limitMs, upTo }: Readonly<{ statistic: Statistic; limitMs: number; upTo: number }>,
): number {
  let [low, high] = [0.05 * upTo, upTo]
  for (let halving = 0; halving < 9; halving++) {
    const middle = (low + high) / 2
    if (trueFigure(longRun(engine, middle), statistic) <= limitMs) low = middle
    else high = middle
  }
  return (low + high) / 2
}
