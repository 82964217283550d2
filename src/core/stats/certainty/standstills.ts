// Times in which a server stood still: several requests were in flight, and nothing of any of them arrived for a second or
// more, though such silence is rare and no prompt explains it. Formulas: docs/measuring/certainty.md, "Standstills".
import { median, sum } from '#core/base/spread.ts'
import type { Standstills } from '#core/model/run/certainty.ts'
import { endS, isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'
import { inOrderOf } from '../durations/in-order.ts'
import { NumberList } from '../durations/number-list.ts'

/** Shortest standstill. */
const leastS = 1
/** Requests for which the silence is unusual; a single one may have lost a packet. */
const fewestUnusual = 2
/** Unusual multiples of the mean gap of an open stream, and of the median wait for a first token. */
const unusualGaps = 10
const unusualWaits = 5
/** Largest expected number of silences by chance. */
const mostByChance = 0.01
/** Largest share of the busy time; a server that is silent for longer is slow. */
const mostShare = 0.5
/** A prompt may take this many times the usual time per prompt token if its computation begins in the first part of a silence. */
const longestPerToken = 3
const beginning = 0.1

type Silence = Readonly<{ fromS: number; untilS: number }>

/**
 * Null if there were none. `pauseS`: longest pause of the client, during which it could read nothing. Iterates a second time only
 * if the server was ever silent.
 */
export function standstillsOf(
  requests: Iterable<MeasuredRequest>,
  pauseS: number,
): Standstills | null {
  const silences = silencesOf(requests)
  if (silences.length === 0) return null
  const responses = responsesOf(requests)
  const { promptTokens, gaps, busyS, waitS } = responses
  const perTokenS = Math.min(
    busyS / Math.max(1, sum(promptTokens)),
    waitS / Math.max(1, median(promptTokens)),
  )
  const found = silences.flatMap((silence) => {
    const { prompts, ...silent } = silentIn(responses, silence)
    const lastsS = silence.untilS - silent.fromS
    const unexplainedS = lastsS - pauseS - longestPerToken * perTokenS * prompts
    const isFound = silent.unusual >= fewestUnusual && unexplainedS >= leastS
    return isFound ? [{ ...silent, untilS: silence.untilS, lastsS }] : []
  })
  const alone = aloneShare(responses, found)
  const sure = found.filter(
    ({ open, waiting, lastsS }) => (alone ** (open + waiting) * busyS) / lastsS <= mostByChance,
  )
  const [longest] = sure.toSorted((one, other) => other.lastsS - one.lastsS)
  const totalS = sum(sure.map(({ lastsS }) => lastsS))
  if (longest === undefined || totalS > mostShare * busyS) return null
  return {
    ...{ count: sure.length, totalS, longestS: longest.lastsS, longestAtS: longest.fromS },
    ttftShare: sum(sure.map(({ waiting }) => waiting)) / responses.startS.length,
    itlShare: sum(sure.map(({ open }) => open)) / Math.max(1, gaps),
  }
}

/** Times without any event of any response. */
function silencesOf(requests: Iterable<MeasuredRequest>): Silence[] {
  const [fromS, untilS] = [new NumberList(), new NumberList()]
  const arrived = (from: number, until: number) => {
    fromS.add(from)
    untilS.add(until)
  }
  for (const request of requests) {
    const { startS, ttftS, interTokenLatenciesUs } = request
    const lastS = endS(request)
    const hasTokens = ttftS > 0
    let [from, atS] = hasTokens ? [startS + ttftS, startS + ttftS] : [lastS, lastS]
    for (const gapUs of hasTokens ? interTokenLatenciesUs : []) {
      if (gapUs >= leastS * 1e6) {
        arrived(from, atS)
        from = atS + gapUs / 1e6
      }
      atS += gapUs / 1e6
    }
    // A refusal shows that the server responds, but a failure without a status does not.
    const isResponse = isSuccess(request) || request.error?.status !== null
    const isClose = isResponse && lastS - atS < leastS
    if (hasTokens || isResponse) arrived(from, isClose ? Math.max(atS, lastS) : atS)
    if (isResponse && !isClose) arrived(lastS, lastS)
  }
  const silences: Silence[] = []
  let reachS = Infinity
  for (const at of inOrderOf(fromS.all)) {
    const next = fromS.all[at] ?? 0
    if (next - reachS >= leastS) silences.push({ fromS: reachS, untilS: next })
    reachS = Math.max(reachS === Infinity ? next : reachS, untilS.all[at] ?? next)
  }
  return silences
}

type Responses = Readonly<{
  startS: Float64Array
  /** End of a response that was not streamed. */
  firstS: Float64Array
  endS: Float64Array
  /** Gaps of each response after its first token. */
  gapsOf: Float64Array
  /** Without those that the prefix cache held. */
  promptTokens: Float64Array
  longGaps: readonly Silence[]
  gaps: number
  /** Time with a request in flight, and the median wait for the first token. */
  busyS: number
  waitS: number
}>

function responsesOf(requests: Iterable<MeasuredRequest>): Responses {
  const [starts, firsts, ends] = [new NumberList(), new NumberList(), new NumberList()]
  const [prompts, counts] = [new NumberList(), new NumberList()]
  const longGaps: Silence[] = []
  for (const request of requests) {
    if (!isSuccess(request)) continue
    const { startS, ttftS, latencyS, promptTokens, cachedTokens = 0 } = request
    starts.add(startS)
    firsts.add(startS + (ttftS > 0 ? ttftS : latencyS))
    ends.add(endS(request))
    prompts.add(Math.max(0, promptTokens - cachedTokens))
    counts.add(ttftS > 0 ? request.interTokenLatenciesUs.length : 0)
    if (ttftS <= 0) continue
    let atS = startS + ttftS
    for (const gapUs of request.interTokenLatenciesUs) {
      if (gapUs >= leastS * 1e6) longGaps.push({ fromS: atS, untilS: atS + gapUs / 1e6 })
      atS += gapUs / 1e6
    }
  }
  const [startS, firstS, endsS] = [starts.all, firsts.all, ends.all]
  let [busyS, reachS] = [0, -Infinity]
  for (const at of inOrderOf(startS)) {
    const until = endsS[at] ?? 0
    busyS += Math.max(0, until - Math.max(reachS, startS[at] ?? 0))
    reachS = Math.max(reachS, until)
  }
  const waitS = median(firstS.map((atS, at) => atS - (startS[at] ?? 0)))
  return {
    ...{ startS, firstS, endS: endsS, promptTokens: prompts.all, gapsOf: counts.all },
    ...{ longGaps, gaps: sum(counts.all), busyS, waitS },
  }
}

/** Requests in flight during a silence, which begins no earlier than the first of them. */
function silentIn(responses: Responses, silence: Silence) {
  const { startS, firstS, endS: endsS, promptTokens, gapsOf, waitS } = responses
  const { untilS } = silence
  // Nothing arrives in between, and sums of gaps are rounded.
  const middleS = (silence.fromS + untilS) / 2
  const [waiting, open]: [number[], number[]] = [[], []]
  let beginsS = Infinity
  startS.forEach((start, at) => {
    if (start >= untilS || (endsS[at] ?? 0) < middleS) return
    ;((firstS[at] ?? 0) > middleS ? waiting : open).push(at)
    beginsS = Math.min(beginsS, start)
  })
  const fromS = Math.max(beginsS, silence.fromS)
  const lastsS = untilS - fromS
  const nearS = beginning * lastsS
  const computed = waiting.filter(
    (at) => (startS[at] ?? 0) <= fromS + nearS && (firstS[at] ?? 0) <= untilS + nearS,
  )
  const isUnusual = (at: number) => {
    const restS = (endsS[at] ?? 0) - (firstS[at] ?? 0) - lastsS
    return lastsS * Math.max(1, (gapsOf[at] ?? 0) - 1) >= unusualGaps * restS
  }
  const waits = lastsS >= unusualWaits * waitS ? waiting.length : 0
  return {
    ...{ fromS, open: open.length, waiting: waiting.length },
    unusual: open.filter(isUnusual).length + waits,
    prompts: sum(computed.map((at) => promptTokens[at] ?? 0)),
  }
}

/** Share of the time in flight that one request is silent for long while others are not. */
function aloneShare(
  { startS, firstS, endS: endsS, longGaps }: Responses,
  found: Silence[],
): number {
  const outsideS = ({ fromS, untilS }: Silence) =>
    found.reduce(
      (restS, one) =>
        restS - Math.max(0, Math.min(untilS, one.untilS) - Math.max(fromS, one.fromS)),
      untilS - fromS,
    )
  let [silentS, inFlightS] = [0, 0]
  const add = (period: Silence) => {
    const lastsS = outsideS(period)
    if (lastsS >= leastS) silentS += lastsS
  }
  longGaps.forEach(add)
  startS.forEach((fromS, at) => {
    add({ fromS, untilS: firstS[at] ?? fromS })
    inFlightS += outsideS({ fromS, untilS: endsS[at] ?? fromS })
  })
  return silentS / Math.max(leastS, inFlightS)
}
