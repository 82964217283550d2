// Detects runs that show nothing about the server because most requests never reached it.
import type { RequestErrorCode } from '#core/records/request-outcome.ts'
import type { RunSummary } from '../model/run/run-summary.ts'

/** A request with any response, even an error, reached the server. */
const transportErrors: ReadonlySet<RequestErrorCode> = new Set(['refused', 'reset', 'dns', 'tls'])

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
