// Gaps in which a stream stood still for so long that a reader noticed.
import { isSuccess, type MeasuredRequest } from '../measured-request.ts'

export type Stalls = Readonly<{
  /** The longest gap between two tokens of any request; 0 where there was none. */
  worstS: number
  /** Gaps of the threshold or longer. */
  gaps: number
  /** Requests that had one. */
  requests: number
}>

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
