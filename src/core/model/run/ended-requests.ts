// Requests of a run that are over, as a snapshot counts them.
import type { LiveSnapshot } from './run.ts'

export type EndedCounts = Pick<
  LiveSnapshot,
  'completed' | 'failed' | 'rejected' | 'clientCancelled'
>

/** Completed, failed, rejected on every attempt, or cancelled by the client as intended. */
export function endedRequests({
  completed,
  failed,
  rejected,
  clientCancelled,
}: EndedCounts): number {
  return completed + failed + rejected + clientCancelled
}
