// Rate at which a server answered while requests waited, under a load that changes by intent: a ramp, or a series of rates.
// Formulas: docs/measuring/certainty.md.
import type { CarriedRate, Certainty } from '#core/model/run/certainty.ts'
import { dueS, type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'
import type { Interval } from './certainty/interval.ts'
import { quantileOf } from './durations/in-order.ts'
import { NumberList } from './durations/number-list.ts'
import { responsePace } from './certainty/response-pace.ts'
import { isOfSeveral, scheduleOf } from './schedule-units.ts'

/** The most requests of a stretch of the schedule show whether the load rose above the capacity. */
const stretches = 8
/** Nine in ten requests of that stretch wait at least this many times as long as the one that waited least. */
const leastWaits = 10
/** Largest standard error that is shown, and the width of the interval in standard errors; see bench/truth/ramps.ts. */
const mostError = 0.1
const reachErrors = 2.5

/** Null if the load did not surely rise above the capacity, and for conversations, whose requests do not follow the schedule. */
export function carriedRate(requests: Iterable<MeasuredRequest>): CarriedRate | null {
  const load = responsePace(requests)?.loadToCapacity
  const lastsS = scheduleOf(requests)?.lastsS ?? 0
  if (!load || lastsS <= 0) return null
  const allS = new NumberList()
  const waitsS = Array.from({ length: stretches }, () => new NumberList())
  for (const request of successesIn(requests)) {
    if (isOfSeveral(request)) return null
    const stretch = Math.floor((dueS(request) / lastsS) * stretches)
    waitsS[Math.min(stretches - 1, stretch)]?.add(request.ttftS)
    allS.add(request.ttftS)
  }
  const counts = waitsS.map(({ length }) => length)
  const most = Math.max(...counts)
  const perS = allS.length / lastsS / load.share
  const mostPerS = (most * stretches) / lastsS
  const error = Math.hypot(load.capacityError ?? Infinity, load.loadError ?? Infinity)
  const heaviest = waitsS[counts.indexOf(most)]?.all ?? new Float64Array()
  const isOver =
    mostPerS > perS * Math.exp(reachErrors * error) &&
    quantileOf(heaviest, 0.1) > leastWaits * quantileOf(allS.all, 0)
  return isOver && error <= mostError ? { perS, error, mostPerS } : null
}

export function carriedInterval({ perS, error }: CarriedRate): Interval {
  const factor = Math.exp(reachErrors * error)
  return { low: perS / factor, high: perS * factor }
}

/** Figures of a load that changes by intent and rose above the capacity; null for any other. */
export function overloadOf(certainty: Pick<Certainty, 'carried'> | null) {
  const { carried } = certainty ?? {}
  if (!carried) return null
  const { low, high } = carriedInterval(carried)
  const { mostPerS, perS } = carried
  return { mostPerS, carriedPerS: perS, carriedLowPerS: low, carriedHighPerS: high }
}
