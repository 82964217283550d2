// Unused share of the concurrency limit while requests were due and waited. One client keeps the number in flight at the limit;
// several clients that share it lose time moving slots.
import { wasSent } from '#core/records/request-outcome.ts'
import type { RequestRecord } from '#core/records/request-record.ts'

type SlotTimes = Pick<RequestRecord, 'turn' | 'scheduledAtUs' | 'sentAtUs' | 'endedAtUs' | 'error'>

/** Slot use by a single request, or by a conversation, which keeps its slot until its end. */
type Stay = { dueUs: number; sentUs: number; endedUs: number }

/** Share of slots that were free while a request waited, 0–1; 0 if none waited. */
export function unusedPlacesShare(records: Iterable<SlotTimes>, limit: number): number {
  let inFlight = 0
  let waiting = 0
  let sinceUs = 0
  let unused = 0
  let waitedUs = 0
  for (const { atUs, waits, stays } of changesOf(staysOf(records))) {
    const lastedUs = waiting > 0 ? atUs - sinceUs : 0
    waitedUs += lastedUs
    unused += lastedUs * Math.min(Math.max(0, limit - inFlight), waiting)
    waiting += waits
    inFlight += stays
    sinceUs = atUs
  }
  return waitedUs === 0 ? 0 : unused / (limit * waitedUs)
}

function staysOf(records: Iterable<SlotTimes>): readonly Stay[] {
  const alone: Stay[] = []
  const conversations = new Map<number, Stay>()
  for (const record of records) {
    if (!wasSent(record)) continue
    const { turn, scheduledAtUs: dueUs, sentAtUs: sentUs, endedAtUs: endedUs } = record
    const known = turn && conversations.get(turn.conversation)
    if (known !== undefined) {
      known.dueUs = Math.min(known.dueUs, dueUs)
      known.sentUs = Math.min(known.sentUs, sentUs)
      known.endedUs = Math.max(known.endedUs, endedUs)
      continue
    }
    const stay = { dueUs, sentUs, endedUs }
    if (turn === undefined) alone.push(stay)
    else conversations.set(turn.conversation, stay)
  }
  return [...alone, ...conversations.values()]
}

type Change = Readonly<{ atUs: number; waits: number; stays: number }>

function changesOf(stays: readonly Stay[]): readonly Change[] {
  return stays
    .flatMap(({ dueUs, sentUs, endedUs }) => [
      { atUs: Math.min(dueUs, sentUs), waits: 1, stays: 0 },
      { atUs: sentUs, waits: -1, stays: 1 },
      { atUs: endedUs, waits: 0, stays: -1 },
    ])
    .toSorted((one, other) => one.atUs - other.atUs)
}
