// Whether the responses of a run kept pace with its requests. The run is compared with the same requests at the speed of a light
// load: the backlog at its end is the delay of the last response. Formulas: docs/measuring/certainty.md.
import type { LightPace, ResponsePace } from '#core/model/run/certainty.ts'
import { wasSent } from '#core/records/request-outcome.ts'
import { dueS, isSuccess, tpotS, type MeasuredRequest } from '#core/records/measured-request.ts'
import { scheduleOf, UnitChains } from '../schedule-units.ts'
import { meanOf, varianceOf } from './batch-means.ts'
import { capacitySigns } from './capacity-signs.ts'
import { inOrderOf, quantileOf, valuesAt } from '../durations/in-order.ts'
import { NumberList } from '../durations/number-list.ts'
import { loadToCapacity } from './load-to-capacity.ts'
import { fastestQuantile, readingTimes } from './reading-times.ts'

/**
 * Minimum length of a run at a rate, in mean response durations. Shorter runs show neither the server's pace nor its usual state,
 * because most of their responses see it fill or drain.
 */
export const leastResponsesLong = 4
/** Fewer responses show no pace. */
const fewestResponses = 10
/** With a standing queue, each of the last requests waits: this share of all requests, and at least this number. */
const lateShare = 0.2
const fewestLate = 5
/** The earlier of two requests counts only if it has this many times the tokens of the later one. */
const leastMoreTokens = 1.05

/** Null if units were not spread over time, and if there were too few responses. */
export function responsePace(requests: Iterable<MeasuredRequest>): ResponsePace | null {
  const scheduleS = scheduleOf(requests)?.lastsS ?? null
  if (scheduleS === null) return null
  const units = new UnitChains()
  // A retried request counts from the due time of its last attempt.
  const answered = {
    dueS: new NumberList(),
    heldS: new NumberList(),
    waitS: new NumberList(),
    prompt: new NumberList(),
    tokens: new NumberList(),
  }
  const retries = { dueS: new NumberList(), tookS: new NumberList() }
  /** By server, because requests do not choose the fastest one. */
  const firstsS = new Map<number, NumberList>()
  const tpotsS = new Map<number, NumberList>()
  let last = { responseS: 0, heldS: 0 }
  for (const request of requests) {
    if (!wasSent(request)) continue
    const { startS, retried, queueS, ttftS, latencyS, error, target = 0 } = request
    const tokens = paceTokens(request)
    const heldS = units.add(request, ttftS > 0 ? tokens : 1)
    // A first token shows its wait, also of a response that timed out later.
    const hasTimedOut = error?.code === 'timeout' && ttftS > 0
    if (!isSuccess(request) && !hasTimedOut) continue
    const tpot = tpotS(request, tokens)
    const isStreamed = ttftS > 0
    if (tpot !== null && isStreamed) listAt(tpotsS, target).add(tpot)
    retries.dueS.add(dueS(request))
    retries.tookS.add(retried?.tookS ?? 0)
    answered.dueS.add(startS - queueS)
    answered.heldS.add(queueS)
    const waitS = queueS + (isStreamed ? ttftS : latencyS)
    answered.waitS.add(waitS)
    listAt(firstsS, target).add(waitS)
    answered.prompt.add(request.promptTokens)
    answered.tokens.add(isStreamed ? tokens : 1)
    if (!hasTimedOut && startS + latencyS > last.responseS)
      last = { responseS: startS + latencyS, heldS }
  }
  if (answered.dueS.length < fewestResponses) return null
  const inServerS = answered.waitS.all.map((waitS, at) => waitS - (answered.heldS.all[at] ?? 0))
  const readingS = readingTimes(inServerS, answered.prompt.all)
  // Units of several go on after the last has begun, under less and less load.
  const { demands, lasting } = units
  const order = inOrderOf(answered.dueS.all).filter(
    (at) => demands === null || (answered.dueS.all[at] ?? 0) <= scheduleS,
  )
  const waitsS = valuesAt(
    order,
    answered.waitS.all.map((waitS, at) => waitS - (readingS[at] ?? 0)),
  )
  const heldS = valuesAt(order, answered.heldS.all)
  const sentWaitsS = waitsS.map((waitS, at) => waitS - (heldS[at] ?? 0))
  const late = Math.max(fewestLate, Math.round(order.length * lateShare))
  const standingOf = (waits: Float64Array) => leastOf(waits.subarray(-late)) - leastOf(waits)
  const standingS = standingOf(waitsS)
  return {
    scheduleS,
    lastResponseS: last.responseS,
    standingWaitS: standingS + retryGrowth(retries, late),
    heldBack: {
      lastS: last.heldS,
      standingS: Math.max(0, standingS - Math.max(0, standingOf(sentWaitsS))),
    },
    fastest: {
      ttftMs: slowestServer(firstsS) * 1000,
      tpotMs: slowestServer(tpotsS) * 1000,
    },
    demands: demandsOf(
      demands ?? {
        dueS: answered.dueS.all.map((due, at) => due + (readingS[at] ?? 0)),
        tokens: answered.tokens.all,
      },
    ),
    ...(lasting && { conversations: lasting }),
    signs: capacitySigns(requests, scheduleS),
    loadToCapacity: loadToCapacity(requests, scheduleS),
  }
}

/**
 * Delay of the last response relative to the given pace, as a share of the schedule: near 0 below the server's capacity, near
 * load ÷ capacity − 1 above it.
 */
export function latenessAt(
  { ttftMs, tpotMs }: LightPace,
  { scheduleS, lastResponseS, demands }: ResponsePace,
): number {
  const expectedS = demands.map(
    ({ dueS, tokens, responses = 1 }) =>
      dueS + (ttftMs * responses + tpotMs * (tokens - responses)) / 1000,
  )
  return (lastResponseS - Math.max(0, ...expectedS)) / scheduleS
}

/** Events represent tokens that were not counted. */
function paceTokens(request: MeasuredRequest): number {
  return request.isUncounted === true
    ? request.interTokenLatenciesUs.length + 1
    : request.outputTokens
}

type Demands = Readonly<{ dueS: Float64Array; tokens: Float64Array; responses?: Float64Array }>

/** Those that may end last regardless of the pace: each later one requested fewer tokens, or responses. */
function demandsOf({ dueS, tokens, responses }: Demands): ResponsePace['demands'] {
  const demands: ResponsePace['demands'] = []
  let [most, longest] = [0, 0]
  for (const at of inOrderOf(dueS).toReversed()) {
    const [own, length] = [tokens[at] ?? 0, responses?.[at] ?? 1]
    if (own <= most * leastMoreTokens && length <= longest) continue
    demands.push({
      ...{ dueS: dueS[at] ?? 0, tokens: own },
      ...(responses !== undefined && { responses: length }),
    })
    most = Math.max(most, own)
    longest = Math.max(longest, length)
  }
  return demands
}

function listAt(lists: Map<number, NumberList>, target: number): NumberList {
  const list = lists.get(target) ?? new NumberList()
  lists.set(target, list)
  return list
}

function slowestServer(lists: ReadonlyMap<number, NumberList>): number {
  return Math.max(0, ...[...lists.values()].map(({ all }) => quantileOf(all, fastestQuantile)))
}

type Retries = Readonly<{ dueS: NumberList; tookS: NumberList }>

/** Increase of the mean wait for admission from the first requests to the last, beyond chance (two standard errors). */
function retryGrowth({ dueS, tookS }: Retries, count: number): number {
  if (tookS.all.every((took) => took === 0)) return 0
  const inOrder = valuesAt(inOrderOf(dueS.all), tookS.all)
  const [first, last] = [inOrder.subarray(0, count), inOrder.subarray(-count)]
  const errorS = Math.sqrt((varianceOf(first) + varianceOf(last)) / count)
  return Math.max(0, meanOf(last) - meanOf(first) - 2 * errorS)
}

function leastOf(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity)
}
