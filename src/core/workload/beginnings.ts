// Schedulable units: a single request, or a conversation, whose later turns follow its first. Schedules and adapters
// count these instead of requests.
import type { SampledRequest } from './sampled-request.ts'

/** Index of each request's unit. */
export function beginningsOf(requests: readonly Pick<SampledRequest, 'turn'>[]): Uint32Array {
  let begun = 0
  return Uint32Array.from(requests, ({ turn }) => {
    if (turn === undefined || turn.number === 0) begun++
    return begun - 1
  })
}

export function beginningCount(requests: readonly Pick<SampledRequest, 'turn'>[]): number {
  const last = beginningsOf(requests).at(-1)
  return last === undefined ? 0 : last + 1
}
