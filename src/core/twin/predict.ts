// Predictions of a twin: every sample of it is run in virtual time under the same arrivals, and the interval holds nine in
// ten of them. Intervals are of the figure of a long run, not of what one short run would show.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { EngineLimits, RequestLengths } from './engine-model.ts'
import {
  latenciesOf,
  latencyFigure,
  type LatencyName,
  type Latencies,
  mean,
  quantile,
  virtualTimes,
} from './latency-figures.ts'
import type { Twin, TwinSample } from './twin.ts'
import { runVirtually, type VirtualRun } from './virtual-engine.ts'

/** 90 %. `high` is Infinity if the load exceeds the capacity in more than one sample in twenty. */
export type Predicted = Readonly<{ low: number; value: number; high: number }>

export type PredictedLoad =
  | Readonly<{ requestRate: number; limit?: number | undefined }>
  | Readonly<{ requestRate: null; limit: number }>

export type PredictedWorkload = Readonly<{
  /** The lengths of the twin in the same order, perhaps scaled; requests are drawn from them. */
  lengths: readonly RequestLengths[]
  /** Limits of the server, instead of the limits during the runs. */
  limits: Partial<EngineLimits>
}>

export type LatencyLimit = Readonly<{
  name: LatencyName
  /** 0–100; null is the mean. */
  percentile: number | null
  boundS: number
}>

export type SampleRun = Readonly<{
  latencies: Latencies
  requestsPerSecond: number
  outputTokensPerSecond: number
  mostRunning: number
  mostKvTokens: number
  /** The backlog grows: latencies are of this run alone. */
  isOverloaded: boolean
}>

const warmUps = 400
const mostForWarmUp = 1000
const countedRequests = 2500
/** For the shape of a curve. */
const countedPerRate = 800
/** Answers that take many runs of each sample use every second one. */
const sparse = (samples: readonly TwinSample[]) => samples.filter((_, index) => index % 2 === 0)
const seedOfLoad = 11

/** The lengths of the runs, scaled to these means; null keeps a mean. */
export function scaledLengths(
  lengths: readonly RequestLengths[],
  {
    promptTokens,
    outputTokens,
  }: Readonly<{ promptTokens: number | null; outputTokens: number | null }>,
): RequestLengths[] {
  const factor = (wanted: number | null, values: readonly number[]) =>
    wanted === null ? 1 : wanted / mean(values)
  const prompt = factor(
    promptTokens,
    lengths.map((each) => each.promptTokens),
  )
  const output = factor(
    outputTokens,
    lengths.map((each) => each.outputTokens),
  )
  return lengths.map((each) => ({
    promptTokens: Math.max(1, Math.round(prompt * each.promptTokens)),
    computedTokens: Math.max(1, Math.round(prompt * each.computedTokens)),
    outputTokens: Math.max(1, Math.round(output * each.outputTokens)),
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

/** Requests of a closed loop are counted after two turns of every place. */
export function sampleRun(
  { model, slowness, ttftFactor, places }: TwinSample,
  { lengths: pool, limits }: PredictedWorkload,
  { requestRate, limit = Infinity }: PredictedLoad,
  seed: number,
  requests = countedRequests,
): SampleRun {
  const engine = { ...model, limits: { ...model.limits, ...limits } }
  const { maxNumSeqs } = engine.limits
  // Wide batches need more requests until they are in their usual state.
  const running = Math.min(mostForWarmUp, maxNumSeqs === Infinity ? 0 : maxNumSeqs)
  const before = requestRate === null ? Math.max(200, 3 * limit) : Math.max(warmUps, 3 * running)
  const counted =
    requestRate === null ? Math.max(requests / 2, 4 * limit) : Math.max(requests, 2 * running)
  // A closed loop does not count requests that end while no others are sent any more.
  const after = requestRate === null ? limit : 0
  const count = before + counted + after
  const random = new NumpyRandomState(seed)
  const lengths = Array.from({ length: count }, () => drawn(pool, places, random))
  const dueS = new Float64Array(count)
  if (requestRate !== null) {
    let atS = 0
    for (let index = 0; index < count; index++)
      dueS[index] = atS += random.exponential(1 / requestRate)
    const scale = count / requestRate / atS
    for (let index = 0; index < count; index++) dueS[index] = (dueS[index] ?? 0) * scale
  }
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
  places: Uint32Array,
  random: NumpyRandomState,
): RequestLengths {
  const lengths = pool[places[random.randint(0, places.length)] ?? 0]
  if (lengths === undefined) throw new RangeError('A workload needs lengths.')
  return lengths
}

/** Requests that end per second, between the ends of the counted ones. */
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

/** Nine in ten of the values, and their median. */
export function intervalOf(values: readonly number[]): Predicted {
  const sorted = Float64Array.from(values).sort()
  return {
    low: quantile(sorted, 0.05),
    value: quantile(sorted, 0.5),
    high: quantile(sorted, 0.95),
  }
}

/** A latency at a load, in seconds. */
export function predictedLatency(
  runs: readonly SampleRun[],
  name: LatencyName,
  percentile: number | null,
): Predicted {
  const figures = intervalOf(
    runs.map(({ latencies }) => latencyFigure(latencies[name], percentile)),
  )
  const overloaded = runs.filter(({ isOverloaded }) => isOverloaded).length / runs.length
  return overloaded > 0.05 && name !== 'tpot' ? { ...figures, high: Infinity } : figures
}

/** Requests per second of a server that always has enough to do; null if the runs show no limit of it. */
export function predictedCapacity(twin: Twin, workload: PredictedWorkload): Predicted | null {
  const places = placesOf(twin, workload)
  return places === null
    ? null
    : intervalOf(twin.samples.map((sample, index) => fullRate(sample, workload, places, index)))
}

/** Requests in flight that keep the server full; null if nothing known limits it. */
function placesOf({ model }: Twin, { lengths, limits }: PredictedWorkload): number | null {
  const { maxNumSeqs, kvCacheTokens } = { ...model.limits, ...limits }
  const perRequest = mean(lengths.map((each) => each.promptTokens + each.outputTokens / 2))
  const most = Math.min(maxNumSeqs, kvCacheTokens / perRequest)
  return most === Infinity ? null : Math.min(4000, Math.ceil(1.5 * most) + 16)
}

function fullRate(
  sample: TwinSample,
  workload: PredictedWorkload,
  places: number,
  index: number,
): number {
  const load = { requestRate: null, limit: places }
  return sampleRun(sample, workload, load, seedOfLoad + index).requestsPerSecond
}

/** The highest rate at which all limits hold, 0 if none does; null if nothing known limits the server. */
export function predictedCapacityWithin(
  twin: Twin,
  workload: PredictedWorkload,
  limits: readonly LatencyLimit[],
): Predicted | null {
  const places = placesOf(twin, workload)
  if (places === null) return null
  return intervalOf(
    sparse(twin.samples).map((sample, index) => {
      let [low, high] = [0, fullRate(sample, workload, places, index)]
      for (let halving = 0; halving < 7; halving++) {
        const rate = (low + high) / 2
        const run = sampleRun(sample, workload, { requestRate: rate }, seedOfLoad + index)
        if (keeps(run, limits)) low = rate
        else high = rate
      }
      return low === 0 ? 0 : (low + high) / 2
    }),
  )
}

function keeps({ latencies }: SampleRun, limits: readonly LatencyLimit[]): boolean {
  return limits.every(
    ({ name, percentile, boundS }) => latencyFigure(latencies[name], percentile) <= boundS,
  )
}

/** Rate of greatest power (throughput ÷ mean E2EL); null if nothing known limits the server. */
export function predictedKnee(twin: Twin, workload: PredictedWorkload): Predicted | null {
  const places = placesOf(twin, workload)
  if (places === null) return null
  return intervalOf(
    sparse(twin.samples).map((sample, index) => {
      const full = fullRate(sample, workload, places, index)
      const rates = kneeShares.map((share) => share * full)
      const powers = rates.map((requestRate) => {
        const seed = seedOfLoad + index
        const run = sampleRun(sample, workload, { requestRate }, seed, countedPerRate)
        return requestRate / mean(run.latencies.e2el)
      })
      return rateOfGreatestPower(rates, powers)
    }),
  )
}

/** Shares of the capacity. */
const kneeShares = Array.from({ length: 12 }, (_, index) => 0.36 + 0.055 * index)

/** Top of the parabola through the logarithms of powers within a tenth of the greatest. */
export function rateOfGreatestPower(rates: readonly number[], powers: readonly number[]): number {
  const most = Math.max(...powers)
  const near = rates.flatMap((rate, index) => {
    const power = powers[index] ?? 0
    return power >= 0.9 * most ? { rate, log: Math.log(power) } : []
  })
  const best = rates[powers.indexOf(most)] ?? NaN
  if (near.length < 4) return best
  const [lowest, highest] = [near[0]?.rate ?? best, near.at(-1)?.rate ?? best]
  const centre = mean(near.map(({ rate }) => rate))
  const scale = highest - lowest
  const sums = { x2: 0, x3: 0, x4: 0, y: 0, xy: 0, x2y: 0 }
  for (const { rate, log } of near) {
    const x = (rate - centre) / scale
    sums.x2 += x ** 2
    sums.x3 += x ** 3
    sums.x4 += x ** 4
    sums.y += log
    sums.xy += x * log
    sums.x2y += x ** 2 * log
  }
  const count = near.length
  // Least squares for y = a + b x + c x², with Σx = 0.
  const spread = sums.x4 - sums.x2 ** 2 / count
  const covariance = sums.x2y - (sums.x2 * sums.y) / count
  const c = (covariance - (sums.x3 * sums.xy) / sums.x2) / (spread - sums.x3 ** 2 / sums.x2)
  const b = (sums.xy - c * sums.x3) / sums.x2
  if (!(c < 0)) return best
  return Math.min(highest, Math.max(lowest, centre + (scale * -b) / (2 * c)))
}
