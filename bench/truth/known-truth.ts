// What is true of an engine, from runs so long that chance hardly moves it.
import { createHash } from 'node:crypto'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { datasetNames, datasetTraits } from '#core/traits/dataset-traits.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { promptClient } from '#core/stats/fixtures/client-health.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import type { TelemetrySample } from '#core/records/sampled-values.ts'
import { underKvPressure } from '#core/telemetry/kv-pressure.ts'
import { endS, isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import type { Load, ServeOptions } from './arrivals.ts'
import type { Engine } from './engines.ts'

export const percentiles = [50, 90, 95, 99]

/** Branches are those of agents, which a feature brings. */
const agents = datasetNames.find((name) => datasetTraits[name].holdsTrajectories)

export function configOf({
  rate,
  concurrency,
  limit,
  requests,
  conversation,
  swing,
  ramp,
}: Load): BenchmarkConfig {
  return {
    ...defaultBenchmarkConfig,
    ...(conversation && {
      datasetName: (conversation.branches && agents) || 'random-multi-turn',
    }),
    ...(swing !== undefined && { datasetName: 'timed_trace' }),
    requestRate: swing === undefined && ramp === undefined ? (rate ?? 'inf') : 'inf',
    ...(ramp && { rampUpStrategy: 'linear' as const }),
    // A burst has no limit.
    maxConcurrency: (rate === null && concurrency < requests ? concurrency : limit) ?? null,
    numPrompts: requests,
    metricPercentiles: percentiles,
  }
}

type Run = Readonly<{ config: BenchmarkConfig; summary: RunSummary }>

export function runOn(engine: Engine, load: Load, seed: number, startSlowness = 1): Run {
  const config = configOf(load)
  const random = new NumpyRandomState(ownSeed(engine, load, seed))
  return { config, summary: summaryOn(engine, { load, random, startSlowness }, config) }
}

/** Engines and loads draw independently, so that their rows can be added up. */
function ownSeed({ name }: Engine, load: Load, seed: number): number {
  return createHash('sha256')
    .update(JSON.stringify([name, load, seed]))
    .digest()
    .readUInt32LE()
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
  // All requests or conversations of a closed loop are due at once, and wait in the client.
  const requests =
    options.load.rate === null
      ? served.map((one) => ((one.turn?.number ?? 0) === 0 ? { ...one, queueS: one.startS } : one))
      : served
  const summary = wholeSummary(requests, config, promptClient)
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
export function longRun(
  engine: Engine,
  rate: number,
  runs = 1,
  others: Partial<Load> = {},
): readonly MeasuredRequest[] {
  const load = {
    ...{ rate, concurrency: 1, requests: requestsOfTruth, warmUps: 5000 },
    ...others,
  }
  return Array.from({ length: runs }, (_, run) => new NumpyRandomState(2 + run)).flatMap((random) =>
    engine.serve({ load, random }),
  )
}

/** Output tokens per request. */
export function meanTokens(requests: readonly MeasuredRequest[]): number {
  return requests.reduce((sum, { outputTokens }) => sum + outputTokens, 0) / requests.length
}

export type Statistic = Readonly<{ metric: 'ttft' | 'tpot' | 'e2el'; percentile: number | null }>

/** Also of the gaps between tokens. */
export type TimedStatistic = Readonly<{
  metric: Statistic['metric'] | 'itl'
  percentile: number | null
}>

export function statisticName({ metric, percentile }: TimedStatistic): string {
  return `${percentile === null ? 'mean' : `p${percentile}`} ${metric.toUpperCase()}`
}

/** Milliseconds. */
export function trueFigure(requests: readonly MeasuredRequest[], statistic: Statistic): number {
  return trueFigures(requests, [statistic])[0] ?? NaN
}

/** Milliseconds; sorts the values of each latency once. */
export function trueFigures(
  requests: readonly MeasuredRequest[],
  statistics: readonly TimedStatistic[],
): readonly number[] {
  const sorted = new Map<TimedStatistic['metric'], Float64Array>()
  const answered = requests.filter(isSuccess)
  return statistics.map(({ metric, percentile }) => {
    const values = sorted.get(metric) ?? valuesOf(answered, metric).sort()
    sorted.set(metric, values)
    if (percentile === null)
      return (1000 * values.reduce((sum, value) => sum + value, 0)) / values.length
    return 1000 * (values[Math.round((percentile / 100) * (values.length - 1))] ?? NaN)
  })
}

/** Gaps of this many requests show those of all. */
const requestsOfGaps = 120_000

function valuesOf(
  requests: readonly MeasuredRequest[],
  metric: TimedStatistic['metric'],
): Float64Array {
  if (metric === 'itl') return gapsOf(requests.slice(0, requestsOfGaps))
  const timed = metric === 'tpot' ? requests.filter((one) => one.outputTokens > 1) : requests
  return Float64Array.from(timed, ({ ttftS, latencyS, outputTokens }) => {
    if (metric === 'ttft') return ttftS
    return metric === 'e2el' ? latencyS : (latencyS - ttftS) / (outputTokens - 1)
  })
}

function gapsOf(requests: readonly MeasuredRequest[]): Float64Array {
  const count = requests.reduce((sum, one) => sum + one.interTokenLatenciesUs.length, 0)
  const gapsS = new Float64Array(count)
  let at = 0
  for (const { interTokenLatenciesUs } of requests)
    for (const gapUs of interTokenLatenciesUs) gapsS[at++] = gapUs / 1e6
  return gapsS
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
