// Requests that failed because of the server, or on the way to it. A request cut off by cancelling the run is not a
// failure: how it would have ended is not known.
import type { RunSummary } from '#core/model/run/run-summary.ts'

/** In flight when the run was cancelled. */
export function cutOff({ errors }: Pick<RunSummary, 'errors'>): number {
  return errors.reduce((sum, { code, count }) => sum + (code === 'cancelled' ? count : 0), 0)
}

/** Null where not counted. */
export function genuineFailures(summary: Pick<RunSummary, 'failed' | 'errors'>): number | null {
  return summary.failed === null ? null : summary.failed - cutOff(summary)
}
