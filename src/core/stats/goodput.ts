// Requests that met every latency limit asked of them.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { isSuccess, tpotS, type MeasuredRequest } from './measured-request.ts'

/** Limits in milliseconds; a metric left out is not judged. */
export type GoodputLimits = BenchmarkConfig['goodput']

/** Limits are divided, not latencies multiplied: the same rounding as the original. */
export function isGood(request: MeasuredRequest, { ttft, tpot, e2el }: GoodputLimits): boolean {
  return (
    isSuccess(request) &&
    isWithin(request.ttftS, ttft) &&
    isWithin(tpotS(request) ?? 0, tpot) &&
    isWithin(request.latencyS, e2el)
  )
}

function isWithin(durationS: number, limitMs: number | undefined): boolean {
  return limitMs === undefined || durationS <= limitMs / 1000
}
