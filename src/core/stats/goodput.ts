// Requests that met every latency limit asked of them.
import { answerLatencies, latencies } from '#core/metrics/latencies.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { isSuccess, type MeasuredRequest } from './measured-request.ts'

/** Limits in milliseconds; a metric left out is not judged. */
export type GoodputLimits = BenchmarkConfig['goodput']

/** Limits are divided, not latencies multiplied: the same rounding as vLLM. A request without a value keeps the limit. */
export function isGood(request: MeasuredRequest, limitsMs: GoodputLimits): boolean {
  if (!isSuccess(request)) return false
  for (const name of answerLatencies) {
    const limitMs = limitsMs[name]
    if (limitMs === undefined) continue
    if ((latencies[name].valueS(request) ?? 0) > limitMs / 1000) return false
  }
  return true
}
