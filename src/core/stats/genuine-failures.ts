// Requests that failed because of the server, or on the way to it. A request cut off by cancelling the run is not a
// failure: how it would have ended is not known.
import type { ErrorGroup, RunSummary } from '#core/model/run/run-summary.ts'
import { outcomeOf, type RequestError } from '#core/model/run/request-record.ts'

/** In flight when the run was cancelled. */
export function cutOff({ errors }: Pick<RunSummary, 'errors'>): number {
  const cut = errors.filter((group) => outcomeOf(group) === 'cut-off')
  return cut.reduce((sum, { count }) => sum + count, 0)
}

/** Null where not counted. */
export function genuineFailures(summary: Pick<RunSummary, 'failed' | 'errors'>): number | null {
  return summary.failed === null ? null : summary.failed - cutOff(summary)
}

/** As tables and files state it: requests that were cut off are no failures. */
export function withGenuineFailures<Summary extends Pick<RunSummary, 'failed' | 'errors'>>(
  summary: Summary,
): Summary {
  return { ...summary, failed: genuineFailures(summary) }
}

/** Not a single request succeeded; those cancelled as asked count as successes. */
export function isUnsuccessful({
  completed,
  clientCancelled,
}: Pick<RunSummary, 'completed' | 'clientCancelled'>): boolean {
  return completed + (clientCancelled ?? 0) === 0
}

type Outcomes = Pick<RunSummary, 'completed' | 'rejected' | 'failed' | 'errors'>

/** Requests whose outcome is known: completed, failed, or rejected on every attempt. */
export function concludedRequests(summary: Outcomes): number {
  return summary.completed + (summary.rejected ?? 0) + (genuineFailures(summary) ?? 0)
}

/** Requests rejected on every attempt, as a share of all whose outcome is known, 0–1. */
export function rejectedShare(summary: Outcomes): number {
  const rejected = summary.rejected ?? 0
  return rejected === 0 ? 0 : rejected / concludedRequests(summary)
}

// Failures of a run, alike ones together, most frequent first.
export class ErrorGroups {
  readonly #groups = new Map<string, ErrorGroup>()

  add({ code, message }: RequestError): void {
    const key = `${code} ${message}`
    const count = (this.#groups.get(key)?.count ?? 0) + 1
    this.#groups.set(key, { code, message, count })
  }

  list(): ErrorGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count)
  }
}
