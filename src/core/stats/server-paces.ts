// Pace of each server, if several share the load of a run: one that falls behind hides among the responses of the others.
import type { Certainty, ServerPace } from '#core/model/run/certainty.ts'
import { outcomeOf, wasSent } from '#core/records/request-outcome.ts'
import { type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'
import { achievedRate } from './certainty/achieved-rate.ts'
import { meanOf, varianceOf } from './certainty/batch-means.ts'
import { refusalsOf } from './certainty/refusals.ts'
import { responsePace } from './certainty/response-pace.ts'
import { quantileOf } from './durations/in-order.ts'
import { NumberList } from './durations/number-list.ts'

/** Empty with one server, without a rate, and if a conversation went to several. Omits servers with few responses. */
export function serverPaces(requests: Iterable<MeasuredRequest>): Pick<Certainty, 'servers'> {
  const targets = targetsOf(requests)
  if (targets.length < 2) return {}
  const servers = targets.flatMap((target) => {
    const own = requestsTo(target, requests)
    const pace = responsePace(own)
    if (pace === null) return []
    return [{ target, ...outcomesOf(own), rate: achievedRate(own), pace }]
  })
  return servers.length === 0 ? {} : { servers }
}

/** A list, because it is read many times, and each reading of all requests may build them anew. */
export function requestsTo(target: number, requests: Iterable<MeasuredRequest>): MeasuredRequest[] {
  const own: MeasuredRequest[] = []
  for (const request of requests) if (request.target === target) own.push(request)
  return own
}

function targetsOf(requests: Iterable<MeasuredRequest>): readonly number[] {
  const found = new Set<number>()
  const ofUnits = new Map<number, number>()
  for (const { target, turn } of requests) {
    if (target === undefined) continue
    found.add(target)
    if (turn === undefined) continue
    if ((ofUnits.get(turn.conversation) ?? target) !== target) return []
    ofUnits.set(turn.conversation, target)
  }
  return [...found].toSorted((one, other) => one - other)
}

function outcomesOf(
  requests: Iterable<MeasuredRequest>,
): Pick<ServerPace, 'completed' | 'failed' | 'rejected' | 'refusals' | 'e2el'> {
  const latencyMs = new NumberList()
  for (const { latencyS } of successesIn(requests)) latencyMs.add(latencyS * 1000)
  let [failed, rejected] = [0, 0]
  for (const request of requests) {
    if (!wasSent(request)) continue
    const outcome = outcomeOf(request.error)
    if (outcome === 'failed') failed++
    if (outcome === 'rejected') rejected++
  }
  const refusals = refusalsOf(requests)
  const { all } = latencyMs
  return {
    ...{ completed: latencyMs.length, failed, rejected },
    ...(refusals && { refusals }),
    e2el: { mean: meanOf(all), median: quantileOf(all, 0.5), std: Math.sqrt(varianceOf(all)) },
  }
}
