// Requests of a run that are over, as a snapshot counts them.
import type { LiveSnapshot } from './run.ts'

/** Completed, failed, or rejected on every attempt. */
export function endedRequests({
  completed,
  failed,
  rejected,
}: Pick<LiveSnapshot, 'completed' | 'failed' | 'rejected'>): number {
  return completed + failed + rejected
}
