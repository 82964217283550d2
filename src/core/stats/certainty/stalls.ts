// Gaps in which a stream stalled for a noticeable time.
import type { Stalls } from '#core/model/run/certainty.ts'
import { isSuccess, type MeasuredRequest } from '../measured-request.ts'

export function stallsOf(requests: Iterable<MeasuredRequest>, thresholdS: number): Stalls {
  let worstUs = 0
  let gaps = 0
  let stalled = 0
  for (const request of requests) {
    if (!isSuccess(request)) continue
    let own = 0
    for (const gapUs of request.interTokenLatenciesUs) {
      if (gapUs > worstUs) worstUs = gapUs
      if (gapUs >= thresholdS * 1e6) own++
    }
    gaps += own
    if (own > 0) stalled++
  }
  return { worstS: worstUs / 1e6, gaps, requests: stalled }
}
