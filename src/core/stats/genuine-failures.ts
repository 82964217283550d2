// Requests that failed because of the server or the network. A request cut off by cancelling the run is not a failure,
// because its outcome is unknown.
import type { ErrorGroup, RunSummary } from '#core/model/run/run-summary.ts'
import { outcomeOf, type RequestErrorCode } from '#core/records/request-outcome.ts'
import type { RequestError } from '#core/records/request-record.ts'

/** Requests in flight when the run was cancelled. */
export function cutOff({ errors }: Pick<RunSummary, 'errors'>): number {
  const cut = errors.filter((group) => outcomeOf(group) === 'cut-off')
  return cut.reduce((sum, { count }) => sum + count, 0)
}

/** Null if not counted. */
export function genuineFailures(summary: Pick<RunSummary, 'failed' | 'errors'>): number | null {
  return summary.failed === null ? null : summary.failed - cutOff(summary)
}

/** Failures as shown in tables and files: requests that were cut off do not count. */
export function withGenuineFailures<Summary extends Pick<RunSummary, 'failed' | 'errors'>>(
  summary: Summary,
): Summary {
  return { ...summary, failed: genuineFailures(summary) }
}

/** No request succeeded; those cancelled by policy count as successes. */
export function isUnsuccessful({
  completed,
  clientCancelled,
}: Pick<RunSummary, 'completed' | 'clientCancelled'>): boolean {
  return completed + (clientCancelled ?? 0) === 0
}

type Outcomes = Pick<RunSummary, 'completed' | 'rejected' | 'failed' | 'errors'>
type Certain = Pick<RunSummary, 'certainty'>

/** Failures because the server was full; 0 if unknown. */
export function refusedRequests({ certainty }: Certain): number {
  return certainty?.refusals?.count ?? 0
}

/** Requests with a known outcome: completed, failed, or rejected on every attempt. */
export function concludedRequests(summary: Outcomes): number {
  return summary.completed + (summary.rejected ?? 0) + (genuineFailures(summary) ?? 0)
}

/** Share of requests rejected on every attempt, or refused without retries, among those with a known outcome, 0–1. */
export function rejectedShare(summary: Outcomes & Certain): number {
  const rejected = (summary.rejected ?? 0) + refusedRequests(summary)
  return rejected === 0 ? 0 : rejected / concludedRequests(summary)
}

/** Requests rejected per request admitted: load ÷ capacity − 1 of a server that rejects requests above its capacity. */
export function rejectedPerAdmitted(summary: Outcomes & Certain): number {
  const share = rejectedShare(summary)
  return share / (1 - share)
}

/** Failures of a run grouped by kind, most frequent first. */
export class ErrorGroups {
  readonly #groups = new Map<string, ErrorGroup>()

  add({ code, message, text }: RequestError): void {
    const key = `${code} ${message}`
    const count = (this.#groups.get(key)?.count ?? 0) + 1
    this.#groups.set(key, { code, message, ...(text && { text }), count })
  }

  list(): ErrorGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count)
  }
}

/** A request with any response, even an error, reached the server. */
const transportErrors: ReadonlySet<RequestErrorCode> = new Set(['refused', 'reset', 'dns', 'tls'])

/** Whether most requests never reached the server, so that the run shows nothing about it. */
export function isLostInTransport({
  completed,
  failed,
  errors,
}: Pick<RunSummary, 'completed' | 'failed' | 'errors'>): boolean {
  const lost = errors
    .filter(({ code }) => transportErrors.has(code))
    .reduce((sum, { count }) => sum + count, 0)
  return lost * 2 > completed + (failed ?? 0)
}
