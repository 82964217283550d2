// Probes in a result file.
import { probeSummarySchema, type ProbeSummary } from '../model/run/probes.ts'
import type { Result } from './result-schema.ts'

export function importedProbes(result: Result): ProbeSummary | null {
  const imported = probeSummarySchema.safeParse({
    completed: result.probe_completed,
    failed: result.probe_failed,
    e2el: {
      medianMs: result.probe_median_e2el_ms,
      p99Ms: result.probe_p99_e2el_ms,
      maxMs: result.probe_max_e2el_ms,
    },
  })
  return imported.data ?? null
}
