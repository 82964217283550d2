// Requests of an interrupted run that were in flight when it ended: they have no records.
import type { RequestRecord } from '#core/model/run/request-record.ts'

/**
 * Seconds since the run began from which requests without a record may have been in flight: when the last request
 * before the first missing one was sent. Null if none is missing of those that were sent. Requests are numbered in the
 * order in which they are sent.
 */
export function lostFromS(
  records: Iterable<Pick<RequestRecord, 'index' | 'sentAtUs'>>,
  plannedRequests: number,
): number | null {
  // Records hold times of every token: only what is needed is kept.
  const kept = Array.from(records, ({ index, sentAtUs }) => ({ index, sentAtUs }))
  const sent = kept.sort((a, b) => a.index - b.index)
  const gap = sent.findIndex(({ index }, place) => index !== place)
  const missing = gap === -1 ? sent.length : gap
  if (missing >= plannedRequests) return null
  return (sent[missing - 1]?.sentAtUs ?? 0) / 1e6
}
