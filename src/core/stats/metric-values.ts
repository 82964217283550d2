// The values behind each latency metric of a run, pooled over its successful requests.
import type { MetricName } from '#core/model/fields/report-fields.ts'
import { isSuccess, tpotS, type MeasuredRequest } from './measured-request.ts'

/** Seconds, in request order; TPOT only of requests with more than one output token. */
export function metricValuesS(
  requests: readonly MeasuredRequest[],
): Record<MetricName, Float64Array> {
  const successes = requests.filter(isSuccess)
  return {
    ttft: Float64Array.from(successes, (request) => request.ttftS),
    tpot: Float64Array.from(successes.map(tpotS).filter((value) => value !== null)),
    itl: concatenated(successes.map((request) => request.interTokenLatenciesS)),
    e2el: Float64Array.from(successes, (request) => request.latencyS),
  }
}

/** Latency shared out over all output tokens, the first included; a metric of 2025 forks of the script. */
export function tokenLatenciesS(requests: readonly MeasuredRequest[]): Float64Array {
  const answered = requests.filter((request) => isSuccess(request) && request.outputTokens > 0)
  return Float64Array.from(answered, (request) => request.latencyS / request.outputTokens)
}

function concatenated(lists: readonly Float64Array[]): Float64Array {
  const pool = new Float64Array(lists.reduce((total, list) => total + list.length, 0))
  let position = 0
  for (const list of lists) {
    pool.set(list, position)
    position += list.length
  }
  return pool
}
