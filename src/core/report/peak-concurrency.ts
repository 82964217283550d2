// The most requests in flight, as the era of a benchmark counts them; null where nobody recorded it.
import type { BenchmarkConfig } from '../model/benchmark-fields.ts'
import type { Era } from '../model/eras/era.ts'
import { eraOf } from '../model/eras/era-of.ts'
import type { RunSummary } from '../model/run-summary.ts'

const peaks: Readonly<Record<Era['peakConcurrency'], (summary: RunSummary) => number | null>> = {
  exact: ({ peakConcurrency }) => peakConcurrency,
  'by-second': ({ maxConcurrentRequests }) => maxConcurrentRequests,
}

export function peakConcurrencyOf(summary: RunSummary, config: BenchmarkConfig): number | null {
  return peaks[eraOf(config).peakConcurrency](summary)
}
