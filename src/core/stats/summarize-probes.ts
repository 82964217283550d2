// Statistics of the latencies of probes.
import type { ProbeResults, ProbeSummary } from '#core/model/run/probes.ts'
import { listedDurations } from './durations/durations.ts'
import { quantileS } from './durations/quantile.ts'

export function summarizeProbes({ latenciesUs, failed }: ProbeResults): ProbeSummary {
  const latencies = listedDurations(Float64Array.from(latenciesUs, (us) => us / 1e6))
  const quantileMs = (probability: number) => quantileS(latencies, probability) * 1000
  return {
    completed: latenciesUs.length,
    failed,
    e2el:
      latenciesUs.length === 0
        ? null
        : { medianMs: quantileMs(0.5), p99Ms: quantileMs(0.99), maxMs: quantileMs(1) },
  }
}
