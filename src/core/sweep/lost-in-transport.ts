// Whether a run says nothing of the server because most of its requests never got through.
import type { RequestErrorCode } from '../model/run/request-record.ts'
import type { RunSummary } from '../model/run/run-summary.ts'

/** What the server answered, even with an error, got through. */
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
