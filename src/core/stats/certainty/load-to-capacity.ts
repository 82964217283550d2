// Load of a run as a share of its server's capacity: tokens requested per second ÷ tokens per second that the server read and
// generated while requests waited, because it worked at its capacity then. Formulas: docs/measuring/certainty.md.
import { median } from '#core/base/spread.ts'
import type { LoadToCapacity } from '#core/model/run/certainty.ts'
import { endS, type MeasuredRequest, successesIn, tpotS } from '#core/records/measured-request.ts'
import { countUpTo } from '../durations/durations.ts'
import { meanOf, varianceOf } from './batch-means.ts'
import { inOrderOf, quantileOf, sortedOf } from '../durations/in-order.ts'
import { NumberList } from '../durations/number-list.ts'
import { fastestQuantile, readingTimes, secondsPerToken } from './reading-times.ts'
import { changeOf } from './steadiness.ts'

/** Ratio of TTFT per token to the fastest tenth, for a request that waited and for one that certainly did. */
export const waitedFactor = 2
export const surelyFactor = 4
/** Minimum share of the schedule with certain waits that shows the capacity. */
export const leastSurelyShare = 0.1
/** Stretches of equal length for measuring how the rate varies while requests wait. */
const parts = 8
/**
 * Parts that show whether the capacity changed; the least change, the least share of the schedule with waits, the fewest requests,
 * the most whose tokens are read, and the largest error of the mean prompt.
 */
const changingParts = 32
const fewestChanging = 600
const mostRead = 2000
const mostPromptError = 0.03
const leastChange = 0.4
const leastWaitingShare = 0.75
/**
 * A lost capacity: parts before requests wait until the end of the schedule, and from then on; the share of a part with waits, the
 * least loss, and its least size in standard errors.
 */
const lostCapacity = { parts: 8, waitingShare: 0.9, share: 0.2, errors: 4 } as const

/** Null without streamed responses, or if none of them waited in the server. `scheduleS`: requests ÷ rate. */
export function loadToCapacity(
  requests: Iterable<MeasuredRequest>,
  scheduleS: number,
): LoadToCapacity | null {
  const times = { sentS: new NumberList(), firstS: new NumberList(), endS: new NumberList() }
  const [ttftS, tpots] = [new NumberList(), new NumberList()]
  const [prompts, tokens] = [new NumberList(), new NumberList()]
  for (const request of successesIn(requests)) {
    const tpot = tpotS(request)
    if (request.ttftS <= 0 || tpot === null || tpot <= 0) continue
    times.sentS.add(request.startS)
    prompts.add(request.promptTokens)
    times.firstS.add(request.startS + request.ttftS)
    times.endS.add(endS(request))
    ttftS.add(request.ttftS)
    tpots.add(tpot)
    tokens.add(request.outputTokens)
  }
  if (tokens.length < 2) return null
  const readingS = readingTimes(ttftS.all, prompts.all)
  const usual = quantileOf(
    ttftS.all.map((each, at) => each / (tpots.all[at] ?? 0)),
    fastestQuantile,
  )
  const endsS = sortedOf(times.endS.all)
  // A server with waiting requests works at its capacity until the next response ends.
  const waitingBeyond = (factor: number) => {
    const untilS = times.firstS.all.map((firstS, at) => {
      const leastS = factor * usual * (tpots.all[at] ?? 0) + (readingS[at] ?? 0)
      if ((ttftS.all[at] ?? 0) <= leastS) return -Infinity
      return Math.min(endsS[countUpTo(endsS, firstS)] ?? firstS, scheduleS)
    })
    return new Union(times.sentS.all, untilS)
  }
  const waiting = waitingBeyond(waitedFactor)
  const surely = waitingBeyond(surelyFactor)
  const atCapacity = surely.lengthS >= leastSurelyShare * scheduleS ? surely : waiting
  // A first token also takes the time of any token.
  const readingOnlyS = ttftS.all.map((each, at) => Math.max(0, each - (tpots.all[at] ?? 0)))
  const perTokenS = secondsPerToken(readingOnlyS, prompts.all)
  const readFromS = times.firstS.all.map((firstS, at) =>
    Math.max(times.sentS.all[at] ?? 0, firstS - perTokenS * (prompts.all[at] ?? 0)),
  )
  const ratesIn = (union: Union, count: number) => ({
    read: perSecond(prompts.all, [readFromS, times.firstS.all], { union, count }),
    generated: perSecond(tokens.all, [times.firstS.all, times.endS.all], { union, count }),
  })
  const error = (values: Float64Array) =>
    Math.sqrt(varianceOf(values) / values.length) / meanOf(values)
  // Prompts of very different lengths change the tokens per second by themselves.
  const showsChange =
    tokens.length >= fewestChanging &&
    waiting.lengthS >= leastWaitingShare * scheduleS &&
    error(prompts.all) <= mostPromptError
  const change = showsChange ? sureChange(tokensBy(requests, waiting, tokens.length)) : null
  // A changed server has the capacity of its last parts.
  const from = change === null ? 0 : changingParts / 2
  const rates = change === null ? ratesIn(atCapacity, parts) : ratesIn(waiting, changingParts)
  const [read, generated] = [rates.read.subarray(from), rates.generated.subarray(from)]
  const [readPerS, generatedPerS] = [meanOf(read), meanOf(generated)]
  if (!(generatedPerS > 0)) return null
  // Share of its time that the server reads prompts.
  const reading = readPerS > 0 ? Math.min(1, perTokenS * readPerS) : 0
  const together = (ofPrompts: number, ofOutputs: number) =>
    (reading > 0 ? reading * ofPrompts : 0) + (1 - reading) * ofOutputs
  const [meanPrompt, meanTokens] = [meanOf(prompts.all), meanOf(tokens.all)]
  const works = tokens.all.map((each, at) =>
    together((prompts.all[at] ?? 0) / meanPrompt, each / meanTokens),
  )
  const perS = tokens.length / scheduleS
  const worksIn = (union: Union) => {
    const all = ratesIn(union, changingParts)
    return all.generated.map((each, at) =>
      together((all.read[at] ?? 0) / readPerS, each / generatedPerS),
    )
  }
  const capacityChange = change ?? lossOf(waiting, scheduleS, worksIn)
  return {
    share: together((perS * meanPrompt) / readPerS, (perS * meanTokens) / generatedPerS),
    loadError: error(works),
    capacityError: error(
      generated.map((each, at) => together((read[at] ?? 0) / readPerS, each / generatedPerS)),
    ),
    waitingShare: waiting.lengthS / scheduleS,
    surelyShare: surely.lengthS / scheduleS,
    ...(capacityChange !== null && { capacityChange }),
  }
}

/**
 * Loss of capacity of a server that generated more before requests began to wait than while they did; null if it may be chance, or
 * is small.
 */
function lossOf(
  waiting: Union,
  scheduleS: number,
  worksIn: (union: Union) => Float64Array,
): number | null {
  const partS = scheduleS / changingParts
  const waitedIn = (part: number) => waiting.until((part + 1) * partS) - waiting.until(part * partS)
  let first = changingParts
  while (first > 0 && waitedIn(first - 1) >= lostCapacity.waitingShare * partS) first--
  const isShown = Math.min(first - 1, changingParts - first) >= lostCapacity.parts
  if (!isShown) return null
  const works = worksIn(new Union(Float64Array.of(0), Float64Array.of(scheduleS)))
  // The server fills in the first part.
  const [before, after] = [works.subarray(1, first), works.subarray(first)]
  const [most, least] = [meanOf(before), meanOf(after)]
  const error = Math.sqrt(varianceOf(before) / before.length + varianceOf(after) / after.length)
  const isSure = most - least > lostCapacity.errors * error
  return isSure && least < (1 - lostCapacity.share) * most ? least / most - 1 : null
}

/** Amounts per second in parts of equal length of the union; each is spread over its time. */
function perSecond(
  amounts: Float64Array,
  [fromS, untilS]: readonly [Float64Array, Float64Array],
  { union, count }: Readonly<{ union: Union; count: number }>,
): Float64Array {
  const rates = new Float64Array(count)
  const partS = union.lengthS / count
  amounts.forEach((each, at) => {
    const [beginS, closeS] = [fromS[at] ?? 0, untilS[at] ?? 0]
    if (closeS <= beginS) return
    const [from, until] = [union.until(beginS) / partS, union.until(closeS) / partS]
    for (let part = Math.floor(from); part < until; part++) {
      const share = Math.min(until, part + 1) - Math.max(from, part)
      rates[part] = (rates[part] ?? 0) + (each * share) / (closeS - beginS)
    }
  })
  return rates
}

/** Tokens that arrived in parts of equal length, from at most `mostRead` of the responses. */
function tokensBy(requests: Iterable<MeasuredRequest>, union: Union, count: number): Float64Array {
  const arrived = new Float64Array(changingParts)
  const every = Math.ceil(count / mostRead)
  const partS = union.lengthS / changingParts
  let index = 0
  for (const { startS, ttftS, outputTokens, interTokenLatenciesUs } of successesIn(requests)) {
    if (index++ % every > 0) continue
    const perEvent = outputTokens / (interTokenLatenciesUs.length + 1)
    let atS = startS + ttftS
    for (let event = 0; event <= interTokenLatenciesUs.length; event++) {
      if (union.holds(atS)) {
        const part = Math.min(changingParts - 1, Math.floor(union.until(atS) / partS))
        arrived[part] = (arrived[part] ?? 0) + perEvent
      }
      atS += (interTokenLatenciesUs[event] ?? 0) / 1e6
    }
  }
  return arrived
}

/** From the first quarter to the last; null if it may be chance, or is small. */
function sureChange(generated: Float64Array): number | null {
  if (!changeOf(generated).isSure) return null
  const quarter = generated.length / 4
  const [first, last] = [generated.subarray(0, quarter), generated.subarray(-quarter)].map(median)
  const change = (last ?? 0) / (first ?? 0) - 1
  return Number.isFinite(change) && Math.abs(change) > leastChange ? change : null
}

/** Union of intervals; an interval that ends before it begins counts as empty. */
class Union {
  readonly #startsS = new NumberList()
  readonly #endsS = new NumberList()
  /** Length of all earlier parts. */
  readonly #beforeS = new NumberList()
  readonly lengthS: number

  constructor(fromS: Float64Array, untilS: Float64Array) {
    let [startS, endS, lengthS] = [-Infinity, -Infinity, 0]
    const close = () => {
      if (endS <= startS) return
      this.#startsS.add(startS)
      this.#endsS.add(endS)
      this.#beforeS.add(lengthS)
      lengthS += endS - startS
    }
    for (const at of inOrderOf(fromS)) {
      const [from, until] = [fromS[at] ?? 0, untilS[at] ?? 0]
      if (until <= from) continue
      if (from <= endS) endS = Math.max(endS, until)
      else {
        close()
        ;[startS, endS] = [from, until]
      }
    }
    close()
    this.lengthS = lengthS
  }

  holds(atS: number): boolean {
    const last = countUpTo(this.#startsS.all, atS) - 1
    return last >= 0 && atS < (this.#endsS.all[last] ?? 0)
  }

  /** Length of its part before a given time. */
  until(atS: number): number {
    const starts = this.#startsS.all
    const last = countUpTo(starts, atS) - 1
    if (last < 0) return 0
    const reachS = Math.min(atS, this.#endsS.all[last] ?? 0) - (starts[last] ?? 0)
    return (this.#beforeS.all[last] ?? 0) + reachS
  }
}
