// Signs of a load near the capacity of a server: a queue that lasted, and requests that slow each other down. Formulas:
// docs/measuring.md.
import type { CapacitySigns } from '#core/model/run/certainty.ts'
import {
  dueS,
  endS,
  type MeasuredRequest,
  successesIn,
  tpotS,
} from '#core/records/measured-request.ts'
import { inOrderOf, quantileOf, valuesAt } from '../durations/in-order.ts'
import { NumberList } from '../durations/number-list.ts'
import { waitedFactor } from './load-to-capacity.ts'
import { fastestQuantile } from './reading-times.ts'
import { inFlightBy } from './steadiness.ts'

const parts = 8
/** Share of the requests at the beginning whose first tokens a cold cache may delay. */
const coldShare = 0.25
/** Fewer requests in a row wait by chance far below the capacity. */
const fewestInPart = 100
/** Share of the requests of a part that need not have waited. */
const exceptions = 0.02

/** `scheduleS`: requests ÷ rate. */
export function capacitySigns(
  requests: Iterable<MeasuredRequest>,
  scheduleS: number,
): CapacitySigns {
  const [, second = 0, , last = 0] = inFlightBy(requests, { startS: 0, endS: scheduleS }, 4)
  return {
    queuedShare: queuedShare(requests),
    slowdown: slowdown(requests, scheduleS),
    growthDeviations: second > 0 ? rounded((last - second) / Math.sqrt(second)) : 0,
  }
}

/** The last bits of a sum depend on the order of the requests. */
function rounded(value: number): number {
  return (Math.round(1e6 * value) + 0) / 1e6
}

/** Share of the run during which requests always waited for a first token. */
function queuedShare(requests: Iterable<MeasuredRequest>): number {
  const dues = new NumberList()
  const waits = new NumberList()
  for (const request of successesIn(requests)) {
    const tpot = tpotS(request)
    if (request.ttftS > 0 && tpot !== null && tpot > 0) {
      dues.add(dueS(request))
      waits.add(request.ttftS / tpot)
    }
  }
  const count = waits.length
  const size = Math.max(fewestInPart, Math.floor(count / parts))
  const limit = waitedFactor * quantileOf(waits.all, fastestQuantile)
  const ordered = valuesAt(inOrderOf(dues.all), waits.all)
  let queued = 0
  for (let to = count; to - size >= coldShare * count; to -= size) {
    const part = ordered.subarray(to - size, to)
    const unqueued = part.reduce((sum, wait) => sum + (wait > limit ? 0 : 1), 0)
    if (unqueued <= exceptions * (size - 1)) queued += size
  }
  return count === 0 ? 0 : queued / count
}

/** Mean time between tokens in the last part of the schedule ÷ that in the first; 1 without tokens in either. */
function slowdown(requests: Iterable<MeasuredRequest>, scheduleS: number): number {
  const [first, last] = [
    { gaps: 0, sumUs: 0 },
    { gaps: 0, sumUs: 0 },
  ]
  const [firstUntilS, lastFromS] = [scheduleS / parts, (scheduleS * (parts - 1)) / parts]
  for (const request of successesIn(requests)) {
    let atS = request.startS + request.ttftS
    if (atS >= firstUntilS && endS(request) < lastFromS) continue
    for (const gapUs of request.interTokenLatenciesUs) {
      atS += gapUs / 1e6
      if (atS >= scheduleS) break
      if (atS >= firstUntilS && atS < lastFromS) continue
      const part = atS < firstUntilS ? first : last
      part.gaps++
      part.sumUs += gapUs
    }
  }
  const ratio = last.sumUs / last.gaps / (first.sumUs / first.gaps)
  return Number.isFinite(ratio) ? ratio : 1
}
