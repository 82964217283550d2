// Requests in flight when a run was interrupted: they have no records.
import type { RequestRecord } from '#core/records/request-record.ts'

/**
 * Seconds since the start of the run after which requests without a record may have been in flight: the send time of the last
 * request before the first missing one. Null if every request has a record. Requests are numbered in send order.
 */
export function lostFromS(
  records: Iterable<Pick<RequestRecord, 'index' | 'sentAtUs'>>,
  plannedRequests: number,
): number | null {
  // Records contain the times of every token, so only two fields are copied.
  const kept = Array.from(records, ({ index, sentAtUs }) => ({ index, sentAtUs }))
  const sent = kept.sort((a, b) => a.index - b.index)
  const gap = sent.findIndex(({ index }, place) => index !== place)
  const missing = gap === -1 ? sent.length : gap
  if (missing >= plannedRequests) return null
  return (sent[missing - 1]?.sentAtUs ?? 0) / 1e6
}
