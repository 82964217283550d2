// Arrival times of a workload that brings its own.
import type { SampledRequest } from '../sampled-request.ts'

/** In seconds from the start of the run. Requests keep their order, so one recorded too early leaves with the one before it. */
export function recordedOffsetsS(
  requests: readonly Pick<SampledRequest, 'arrivesAtS'>[],
): Float64Array {
  let latest = 0
  return Float64Array.from(requests, ({ arrivesAtS = 0 }) => {
    latest = Math.max(latest, arrivesAtS)
    return latest
  })
}
