// The interval of the share of good requests: slow ones cluster, so they carry less information than
// independent ones.
import { isGood, type GoodputLimits } from '../goodput.ts'
import type { MeasuredRequest } from '../measured-request.ts'
import type { Interval } from './interval.ts'
import { meanOf } from './batch-means.ts'
import { shareInterval } from './share-interval.ts'
import { varianceInflation } from './variance-inflation.ts'

/** Null where no limit was set, or nothing was sent. Requests in the order of the plan; one that failed is not good. */
export function goodShareInterval(
  requests: Iterable<MeasuredRequest>,
  limitsMs: GoodputLimits,
): Interval | null {
  if (Object.keys(limitsMs).length === 0) return null
  const good = Float64Array.from(requests, (request) => (isGood(request, limitsMs) ? 1 : 0))
  if (good.length === 0) return null
  const independent = good.length / varianceInflation(good)
  return shareInterval(meanOf(good) * independent, independent)
}
