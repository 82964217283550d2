// Intervals of latencies of conversations that a rate begins.
import type { LatencyCertainty, ResponsePace } from '#core/model/run/certainty.ts'
import { dueS, type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'
import { grownS } from './certainty/achieved-rate.ts'
import { leastResponsesLong } from './certainty/response-pace.ts'

/**
 * A rate begins conversations, so the load grows until the first of them end, and falls after the last has begun. An interval
 * also contains the one of the turns between, and a run that hardly has them shows no latency of the load.
 */
export function figuresOfConversations(
  figures: readonly LatencyCertainty[],
  requests: Iterable<MeasuredRequest>,
  pace: ResponsePace | null,
  certaintyOfSome: (
    steady: readonly MeasuredRequest[],
  ) => Readonly<{ figures: LatencyCertainty[] }>,
): LatencyCertainty[] {
  const { scheduleS = 0, conversations } = pace ?? {}
  if (conversations === undefined) return [...figures]
  const longer = (leastResponsesLong * conversations.meanS) / scheduleS
  const all = [...successesIn(requests)].sort((one, other) => one.startS - other.startS)
  if (longer > 1) {
    const needed = Math.ceil(longer * all.length)
    return figures.map(({ metric, percentile, fewestValues }) => ({
      ...{ metric, percentile, intervalMs: null, fewestValues: Math.max(fewestValues, needed) },
    }))
  }
  const fromS = grownS(conversations)
  const steady = all.filter((one) => dueS(one) >= fromS && dueS(one) <= scheduleS)
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
