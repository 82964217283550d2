// Intervals of latencies of conversations and agents that a rate begins.
import type { LatencyCertainty, ResponsePace } from '#core/model/run/certainty.ts'
import { dueS, type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'
import { leastResponsesLong } from './certainty/response-pace.ts'
import { loadedSpan } from './schedule-units.ts'

/** Extends intervals by the requests under the whole load alone. A run with hardly any shows no latency of that load. */
export function figuresOfConversations(
  figures: readonly LatencyCertainty[],
  requests: Iterable<MeasuredRequest>,
  pace: ResponsePace | null,
  certaintyOfSome: (
    steady: readonly MeasuredRequest[],
  ) => Readonly<{ figures: LatencyCertainty[] }>,
): LatencyCertainty[] {
  const { fromS, untilS, unitS } = loadedSpan(pace)
  if (unitS === 0) return [...figures]
  const longer = (leastResponsesLong * unitS) / untilS
  const all = [...successesIn(requests)].sort((one, other) => one.startS - other.startS)
  if (longer > 1) {
    const needed = Math.ceil(longer * all.length)
    return figures.map(({ metric, percentile, fewestValues }) => ({
      ...{ metric, percentile, intervalMs: null, fewestValues: Math.max(fewestValues, needed) },
    }))
  }
  const steady = all.filter((one) => dueS(one) >= fromS && dueS(one) <= untilS)
  const known = certaintyOfSome(steady).figures
  return figures.map((figure) => {
    const own = figure.intervalMs
    const other = known.find(
      ({ metric, percentile }) => metric === figure.metric && percentile === figure.percentile,
    )?.intervalMs
    const intervalMs =
      own && other
        ? { low: Math.min(own.low, other.low), high: Math.max(own.high, other.high) }
        : null
    return { ...figure, intervalMs }
  })
}
