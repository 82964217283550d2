// How far the number of requests in flight was below the limit of concurrency while others were due and waited. One client keeps
// it at the limit; several that share it lose what moving a place takes.
import { wasSent, type RequestRecord } from '#core/model/run/request-record.ts'

type Timed = Pick<RequestRecord, 'turn' | 'scheduledAtUs' | 'sentAtUs' | 'endedAtUs' | 'error'>

/** Of a request that stands alone, or of a conversation, which keeps its place to its end. */
type Stay = { dueUs: number; sentUs: number; endedUs: number }

/** Share of the places that were free while a request waited for one, 0–1; 0 where none waited. */
export function unusedPlacesShare(records: Iterable<Timed>, limit: number): number {
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

function staysOf(records: Iterable<Timed>): readonly Stay[] {
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
