// Predictions of a twin: every sample runs in virtual time, and the interval covers nine in ten of them. An interval refers to
// the metric of a long run, because a short one also varies by chance.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { quantile } from '#core/stats/durations/quantile.ts'
import { leastSquares } from '#core/stats/least-squares.ts'
import { mean } from '#core/base/spread.ts'
import { arrivalOffsetsS } from '#core/workload/arrivals.ts'
import type { EngineLimits, RequestLengths } from './engine-model.ts'
import {
  latenciesOf,
  latencyFigure,
  type LatencyName,
  type Latencies,
  virtualTimes,
} from './latency-figures.ts'
import type { Twin, TwinSample } from './twin.ts'
import { runVirtually, type VirtualRun } from './virtual-engine.ts'

/** 90 %. `high` is Infinity if the load exceeds the capacity in more than one sample in twenty. */
export type PredictionInterval = Readonly<{ low: number; value: number; high: number }>

export type PredictedLoad =
  | Readonly<{ requestRate: number; limit?: number | undefined }>
  | Readonly<{ requestRate: null; limit: number }>

export type PredictedWorkload = Readonly<{
  /** Lengths of the twin in the same order, possibly scaled; requests are drawn from them. */
  lengths: readonly RequestLengths[]
  /** Limits of the server, instead of the limits during the runs. */
  limits: Partial<EngineLimits>
}>

/** Bound on a latency. */
export type LatencyLimit = Readonly<{
  name: LatencyName
  /** 0–100; null for the mean. */
  percentile: number | null
  boundS: number
}>

export type SampleRun = Readonly<{
  latencies: Latencies
  requestsPerSecond: number
  outputTokensPerSecond: number
  mostRunning: number
  mostKvTokens: number
  /** The backlog grows: latencies grow with the length of the run. */
  isOverloaded: boolean
}>

const warmUps = 400
const mostForWarmUp = 1000
const countedRequests = 2500
/** For the shape of a curve. */
const countedPerRate = 800
/** Every second sample, for predictions that need many runs of each. */
export const everySecond = (samples: readonly TwinSample[]) =>
  samples.filter((_, index) => index % 2 === 0)
const seedOfLoad = 11

type MeanLengths = Readonly<{ promptTokens: number | null; outputTokens: number | null }>

/** Lengths of the runs, scaled to these means; null keeps a mean. */
export function scaledLengths(
  lengths: readonly RequestLengths[],
  { promptTokens, outputTokens }: MeanLengths,
): RequestLengths[] {
  const factor = (wanted: number | null, name: keyof MeanLengths) =>
    wanted === null ? 1 : wanted / mean(lengths.map((each) => each[name]))
  const prompt = factor(promptTokens, 'promptTokens')
  const output = factor(outputTokens, 'outputTokens')
  const scaled = (value: number, by: number) => Math.max(1, Math.round(by * value))
  return lengths.map((each) => ({
    promptTokens: scaled(each.promptTokens, prompt),
    computedTokens: scaled(each.computedTokens, prompt),
    outputTokens: scaled(each.outputTokens, output),
  }))
}

/** One run of every sample at a load. */
export function sampleRuns(
  samples: readonly TwinSample[],
  workload: PredictedWorkload,
  load: PredictedLoad,
): SampleRun[] {
  return samples.map((sample, index) => sampleRun(sample, workload, load, seedOfLoad + index))
}

function sampleRun(
  { model, slowness, ttftFactor, drawnRequests }: TwinSample,
  { lengths: pool, limits }: PredictedWorkload,
  { requestRate, limit = Infinity }: PredictedLoad,
  seed: number,
  requests = countedRequests,
): SampleRun {
  const engine = { ...model, limits: { ...model.limits, ...limits } }
  const { maxNumSeqs } = engine.limits
  // Wide batches need more requests to reach their steady state.
  const running = Math.min(mostForWarmUp, maxNumSeqs === Infinity ? 0 : maxNumSeqs)
  const before = requestRate === null ? Math.max(200, 3 * limit) : Math.max(warmUps, 3 * running)
  const counted =
    requestRate === null ? Math.max(requests / 2, 4 * limit) : Math.max(requests, 2 * running)
  // The last requests of a closed loop end while no others are sent.
  const after = requestRate === null ? limit : 0
  const count = before + counted + after
  const random = new NumpyRandomState(seed)
  const lengths = Array.from({ length: count }, () => drawn(pool, drawnRequests, random))
  const dueS =
    requestRate === null
      ? new Float64Array(count)
      : arrivalOffsetsS(count, { requestRate, burstiness: 1, rampUp: null }, random)
  const run = runVirtually(engine, { lengths, dueS, limit }, { seed: seed + 1000, slowness })
  const isCounted = (index: number) => index >= before && index < before + counted
  const latencies = latenciesOf(virtualTimes(run, { lengths }), isCounted)
  const rate = throughputOf(run, before, before + counted)
  return {
    latencies: { ...latencies, ttft: latencies.ttft.map((value) => value * ttftFactor) },
    requestsPerSecond: rate,
    outputTokensPerSecond: rate * mean(lengths.map(({ outputTokens }) => outputTokens)),
    mostRunning: run.mostRunning,
    mostKvTokens: run.mostKvTokens,
    isOverloaded: requestRate !== null && limit === Infinity && isGrowing(run, before),
  }
}

function drawn(
  pool: readonly RequestLengths[],
  requests: Uint32Array,
  random: NumpyRandomState,
): RequestLengths {
  const lengths = pool[requests[random.randint(0, requests.length)] ?? 0]
  if (lengths === undefined) throw new RangeError('A workload needs lengths.')
  return lengths
}

/** Requests completed per second, from the first counted one to the last. */
function throughputOf({ lastS }: VirtualRun, from: number, to: number): number {
  const ends = lastS.toSorted()
  return (to - 1 - from) / ((ends[to - 1] ?? NaN) - (ends[from] ?? NaN))
}

/** Mean TTFT grows from each quarter of the run to the next. */
function isGrowing({ sentS, firstS }: VirtualRun, before: number): boolean {
  const counted = sentS.length - before
  const meanOf = (quarter: number) => {
    const from = before + Math.floor((quarter * counted) / 4)
    const waits = firstS
      .slice(from, from + Math.floor(counted / 4))
      .map((atS, index) => atS - (sentS[from + index] ?? NaN))
    return mean(waits)
  }
  const [first, second, third, fourth] = [meanOf(0), meanOf(1), meanOf(2), meanOf(3)]
  return second > 1.2 * first && third > 1.2 * second && fourth > 1.1 * third && fourth > 3 * first
}

/** Interval that contains a further value with 90 % probability (for 19 values or more), and the median. */
export function intervalOf(values: readonly number[]): PredictionInterval {
  const sorted = Float64Array.from(values).sort()
  const last = sorted.length - 1
  // Ranks of n + 1 equally likely gaps: the percentiles of the values themselves cover less, 81 % with twenty.
  const share = Math.max(0, 0.05 * (last + 2) - 1) / Math.max(1, last)
  return {
    low: quantile(sorted, share),
    value: quantile(sorted, 0.5),
    high: quantile(sorted, 1 - share),
  }
}

/** A latency at a load, in seconds. */
export function predictedLatency(
  runs: readonly SampleRun[],
  name: LatencyName,
  percentile: number | null,
): PredictionInterval {
  const figures = intervalOf(
    runs.map(({ latencies }) => latencyFigure(latencies[name], percentile)),
  )
  const overloaded = runs.filter(({ isOverloaded }) => isOverloaded).length / runs.length
  return overloaded > 0.05 && name !== 'tpot' ? { ...figures, high: Infinity } : figures
}

/** Requests in flight that keep the server full; null if no known limit applies to it. */
function fullConcurrency({ model }: Twin, { lengths, limits }: PredictedWorkload): number | null {
  const { maxNumSeqs, kvCacheTokens } = { ...model.limits, ...limits }
  const perRequest = mean(lengths.map((each) => each.promptTokens + each.outputTokens / 2))
  const most = Math.min(maxNumSeqs, kvCacheTokens / perRequest)
  return most === Infinity ? null : Math.min(4000, Math.ceil(1.5 * most) + 16)
}

/** One sample of the twin as a server. */
export type SampleServer = Readonly<{
  /** Requests per second when full; null if no known limit applies. */
  fullRate: number | null
  runAt: (requestRate: number, requests?: number) => SampleRun
}>

type SampledTwin = Readonly<{ twin: Twin; samples: readonly TwinSample[] }>

export function sampleServers(
  { twin, samples }: SampledTwin,
  workload: PredictedWorkload,
): SampleServer[] {
  const limit = fullConcurrency(twin, workload)
  return samples.map((sample, index) => {
    const runAt = (load: PredictedLoad, requests?: number) =>
      sampleRun(sample, workload, load, seedOfLoad + index, requests)
    return {
      fullRate: limit === null ? null : runAt({ requestRate: null, limit }).requestsPerSecond,
      runAt: (requestRate, requests) => runAt({ requestRate }, requests),
    }
  })
}

/** From the rates of full servers; null if no known limit applies to one. */
export function intervalOfRates(rates: readonly (number | null)[]): PredictionInterval | null {
  const known = rates.filter((rate) => rate !== null)
  return known.length < rates.length ? null : intervalOf(known)
}

/** Requests per second of a full server; null if no known limit applies to it. */
export function predictedCapacity(
  twin: Twin,
  workload: PredictedWorkload,
): PredictionInterval | null {
  const servers = sampleServers({ twin, samples: twin.samples }, workload)
  return intervalOfRates(servers.map(({ fullRate }) => fullRate))
}

/** Rate of maximum power (throughput ÷ mean E2EL); null if no known limit applies to the server. */
export function predictedKnee(twin: Twin, workload: PredictedWorkload): PredictionInterval | null {
  const servers = sampleServers({ twin, samples: everySecond(twin.samples) }, workload)
  return intervalOfRates(
    servers.map(({ fullRate, runAt }) => {
      if (fullRate === null) return null
      const rates = kneeShares.map((share) => share * fullRate)
      const powers = rates.map((rate) => rate / mean(runAt(rate, countedPerRate).latencies.e2el))
      return rateOfGreatestPower(rates, powers)
    }),
  )
}

/** Shares of the capacity. */
const kneeShares = Array.from({ length: 12 }, (_, index) => 0.36 + 0.055 * index)

/** Vertex of the parabola through the logarithms of powers within a tenth of the maximum. */
export function rateOfGreatestPower(rates: readonly number[], powers: readonly number[]): number {
  const most = Math.max(...powers)
  const best = rates[powers.indexOf(most)] ?? NaN
  const near = rates.filter((_, index) => (powers[index] ?? 0) >= 0.9 * most)
  if (near.length < 4) return best
  const logs = powers.filter((power) => power >= 0.9 * most).map(Math.log)
  const columns = [near.map(() => 1), near, near.map((rate) => rate ** 2)]
  const [, slope = 0, curvature = 0] = leastSquares(columns, logs) ?? []
  if (!(curvature < 0)) return best
  return Math.min(Math.max(...near), Math.max(Math.min(...near), -slope / (2 * curvature)))
}
