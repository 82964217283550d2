// Latencies of a twin on a grid of loads. Any limit on them is answered from the grid immediately, without another virtual run.
import {
  everySecond,
  intervalOf,
  intervalOfRates,
  type LatencyLimit,
  type PredictedWorkload,
  type PredictionInterval,
  sampleServers,
} from './predict.ts'
import { latencyFigure, type LatencyName } from './latency-figures.ts'
import type { Twin } from './twin.ts'

/** Percentiles in 0…100; null for the mean. */
export const usualStatistics: readonly (number | null)[] = [null, 50, 90, 95, 99]

/** Seconds by statistic and by load; null if the latency grows without bound. */
type LatencyTable = readonly (readonly (number | null)[])[]

type GridSample = Readonly<{
  /** Requests per second of the full server; null if no known limit applies to it. */
  fullRate: number | null
  figures: Readonly<Record<LatencyName, LatencyTable>>
}>

export type PredictionGrid = Readonly<{
  /** Requests per second, ascending. */
  rates: readonly number[]
  /** Percentiles in 0…100; null for the mean. */
  statistics: readonly (number | null)[]
  samples: readonly GridSample[]
  /** Maximum use of the engine by a sample at any load that it sustains. */
  most: Readonly<{ running: number; kvTokens: number }>
}>

/** Shares of the capacity, or of the highest measured throughput; denser around the bend of latencies. */
const shares = [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.05]

export function predictionGrid(
  twin: Twin,
  workload: PredictedWorkload,
  statistics: readonly (number | null)[],
): PredictionGrid {
  const servers = sampleServers({ twin, samples: everySecond(twin.samples) }, workload)
  const full = intervalOfRates(servers.map(({ fullRate }) => fullRate))
  const top = full?.value ?? twin.seen.requestsPerSecond
  const rates = shares.map((share) => Number((share * top).toPrecision(3)))
  const most = { running: 0, kvTokens: 0 }
  const samples = servers.map(({ fullRate, runAt }) => {
    const runs = rates.map((rate) => runAt(rate))
    for (const { isOverloaded, mostRunning, mostKvTokens } of runs) {
      if (isOverloaded) continue
      most.running = Math.max(most.running, mostRunning)
      most.kvTokens = Math.max(most.kvTokens, mostKvTokens)
    }
    const figures = (name: LatencyName): LatencyTable =>
      statistics.map((percentile) =>
        runs.map(({ latencies, isOverloaded }) =>
          isOverloaded && name !== 'tpot' ? null : latencyFigure(latencies[name], percentile),
        ),
      )
    return {
      fullRate,
      figures: { ttft: figures('ttft'), tpot: figures('tpot'), e2el: figures('e2el') },
    }
  })
  return { rates, statistics, samples, most }
}

type LatencyStatistic = Readonly<{ name: LatencyName; percentile: number | null }>

/** Latency at each load, by sample. */
function figuresIn(
  { statistics, samples }: PredictionGrid,
  { name, percentile }: LatencyStatistic,
) {
  const place = statistics.indexOf(percentile)
  if (place === -1) throw new RangeError(`The grid has no percentile ${percentile}.`)
  return samples.map(({ figures }) => figures[name][place] ?? [])
}

/** Latency at each load of the grid, in seconds; Infinity if it grows without bound. */
export function latenciesInGrid(
  grid: PredictionGrid,
  figure: LatencyStatistic,
): PredictionInterval[] {
  const bySample = figuresIn(grid, figure)
  return grid.rates.map((_, at) => {
    const { low, value, high } = intervalOf(bySample.map((figures) => figures[at] ?? Infinity))
    // Between two infinite values the quantile is not a number.
    const end = (figure: number) => (Number.isNaN(figure) ? Infinity : figure)
    return { low: end(low), value: end(value), high: end(high) }
  })
}

/** Highest rate that meets all limits, 0 if none does; null if no known limit applies to the server. */
export function capacityInGrid(
  grid: PredictionGrid,
  limits: readonly LatencyLimit[],
): PredictionInterval | null {
  const within = limits.map((limit) =>
    figuresIn(grid, limit).map((figures) => rateWithin(grid.rates, figures, limit.boundS)),
  )
  return intervalOfRates(
    grid.samples.map(({ fullRate }, sample) =>
      fullRate === null ? null : Math.min(fullRate, ...within.map((rates) => rates[sample] ?? NaN)),
    ),
  )
}

/** Between two loads, the logarithm of a latency is interpolated linearly. */
function rateWithin(
  rates: readonly number[],
  figures: readonly (number | null)[],
  boundS: number,
): number {
  const at = figures.findIndex((figure) => figure === null || figure > boundS)
  if (at === -1) return Infinity
  const [low, high] = [figures[at - 1] ?? null, figures[at] ?? null]
  const [from = 0, to = 0] = [rates[at - 1], rates[at]]
  if (at === 0 || low === null) return 0
  const share = high === null ? 1 : Math.log(boundS / low) / Math.log(high / low)
  return from + share * (to - from)
}
