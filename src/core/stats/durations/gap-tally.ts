// The gaps between tokens of all answers of a run, counted.
import type { RequestRecord } from '../../model/run/request-record.ts'
import { DurationTally } from './duration-tally.ts'

type Answered = Pick<RequestRecord, 'error'> &
  Readonly<{ interTokenLatenciesUs: Uint32Array | Float64Array }>

export function gapTally(requests: Iterable<Answered>): DurationTally {
  const tally = new DurationTally()
  addGaps(tally, requests)
  return tally
}

/** Those of failed requests do not count. */
export function addGaps(tally: DurationTally, requests: Iterable<Answered>): void {
  for (const { error, interTokenLatenciesUs } of requests) {
    if (error === null) tally.addAll(interTokenLatenciesUs)
  }
}
