// Difference between two transports that alternately send the same load to the reference server. Formulas:
// docs/measuring/client.md, "Two transports compared".
import type { RequestRecord } from '#core/records/request-record.ts'
import type { Truth } from '#core/model/run/calibration.ts'
import { studentReach } from '../certainty/distributions.ts'
import { listedDurations } from '../durations/durations.ts'
import { quantileS } from '../durations/quantile.ts'
import { e2elUs, pairUp, trueE2elUs, trueTtftUs, ttftUs } from './added-delays.ts'

const checkedLatencies = ['ttft', 'itl', 'e2el'] as const
const checkedStatistics = ['mean', 'p99'] as const

type TransportStatistic = Readonly<{
  latency: (typeof checkedLatencies)[number]
  statistic: (typeof checkedStatistics)[number]
}>

/** µs: a client's report on a run, and the server's record of the same requests. */
export type FigureReading = TransportStatistic & Readonly<{ reported: number; actual: number }>

/** One run over each transport, in direct succession. */
export type TransportPair = Readonly<{
  native: readonly FigureReading[]
  other: readonly FigureReading[]
}>

/** µs, averaged over the pairs. */
export type TransportGap = TransportStatistic &
  Readonly<{
    native: number
    other: number
    /** Reported value of the other transport minus ours. */
    gap: number
    /** Half width of its 95 % interval. */
    reach: number
    /** Reported minus actual. */
    nativeError: number
    otherError: number
  }>

const confidence = 0.95

/** Uses requests known to both sides. */
export function figureReadings(
  records: readonly RequestRecord[],
  truths: readonly Truth[],
): FigureReading[] {
  const accounts = pairUp(records, truths)
  const values = {
    ttft: {
      reported: accounts.map(({ reported }) => ttftUs(reported)),
      actual: accounts.map(({ truth }) => trueTtftUs(truth)),
    },
    itl: {
      reported: accounts.flatMap(({ reported }) => [...reported.interTokenLatenciesUs]),
      actual: accounts.flatMap(({ truth }) => truth.gaps.map((gapNs) => gapNs / 1000)),
    },
    e2el: {
      reported: accounts.map(({ reported }) => e2elUs(reported)),
      actual: accounts.map(({ truth }) => trueE2elUs(truth)),
    },
  }
  return checkedLatencies.flatMap((latency) =>
    checkedStatistics.map((statistic) => {
      const { reported, actual } = values[latency]
      const of = statistics[statistic]
      return { latency, statistic, reported: of(reported), actual: of(actual) }
    }),
  )
}

/** Requires at least two pairs. */
export function transportGaps(pairs: readonly TransportPair[]): TransportGap[] {
  return (pairs[0]?.native ?? []).map(({ latency, statistic }, place) => {
    const read = pairs.flatMap(({ native, other }) => {
      const [one, two] = [native[place], other[place]]
      return one === undefined || two === undefined ? [] : [{ one, two }]
    })
    const gaps = read.map(({ one, two }) => two.reported - one.reported)
    return {
      latency,
      statistic,
      native: mean(read.map(({ one }) => one.reported)),
      other: mean(read.map(({ two }) => two.reported)),
      gap: mean(gaps),
      reach: reachOf(gaps),
      nativeError: mean(read.map(({ one }) => one.reported - one.actual)),
      otherError: mean(read.map(({ two }) => two.reported - two.actual)),
    }
  })
}

/** Half width of the mean's interval, by Student's t. */
function reachOf(values: readonly number[]): number {
  const center = mean(values)
  const variance = values.reduce((sum, value) => sum + (value - center) ** 2, 0)
  const count = values.length
  return studentReach(confidence, count - 1) * Math.sqrt(variance / (count - 1) / count)
}

const statistics: Readonly<
  Record<TransportStatistic['statistic'], (values: readonly number[]) => number>
> = {
  mean,
  p99: (values) => quantileS(listedDurations(Float64Array.from(values)), 0.99),
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
