// Units of a schedule: what departs by the clock, and what follows from responses. A request departs alone. A conversation is one
// unit, and so is an agent with its branches, because later requests follow from earlier responses. A requested rate counts units.
import type { ResponsePace } from '#core/model/run/certainty.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { wasSent } from '#core/records/request-outcome.ts'
import { dueS, endS, type MeasuredRequest } from '#core/records/measured-request.ts'
import { meanOf, varianceOf } from './certainty/batch-means.ts'
import { quantileOf } from './durations/in-order.ts'

/** Whether a request belongs to a unit of several, whose first one alone departs by the clock. */
export function isOfSeveral({ turn }: Pick<MeasuredRequest, 'turn'>): boolean {
  return turn !== undefined
}

type Schedule = Readonly<{
  /** Units ÷ rate. */
  lastsS: number
  requests: number
  lastDueS: number
}>

/** Null if all units were due at once. Their requests belong to the schedule however late the responses are. */
export function scheduleOf(requests: Iterable<MeasuredRequest>): Schedule | null {
  const begun = new Set<number>()
  let [sent, count, firstS, lastS] = [0, 0, Infinity, -Infinity]
  for (const request of requests) {
    if (!wasSent(request)) continue
    sent++
    const { turn } = request
    if (turn !== undefined && begun.size === begun.add(turn.conversation).size) continue
    const due = dueS(request)
    count++
    firstS = Math.min(firstS, due)
    lastS = Math.max(lastS, due)
  }
  if (lastS <= firstS) return null
  // The first gap of units of several comes before them, and they are few.
  const isExact = begun.size > 0 && firstS > 0
  const lastsS = isExact ? lastS : ((lastS - firstS) * count) / (count - 1)
  return { lastsS, requests: sent, lastDueS: lastS }
}

/** Part of the schedule with its whole load. */
type LoadedSpan = Readonly<{
  fromS: number
  untilS: number
  /** Mean length of a unit whose requests follow each other; 0 for single requests. */
  unitS: number
}>

/** The load grows until most of the first units of several have ended, and falls after the last has begun. */
export function loadedSpan(pace: ResponsePace | null): LoadedSpan {
  if (pace?.conversations === undefined) return { fromS: 0, untilS: Infinity, unitS: 0 }
  const { meanS, stdS } = pace.conversations
  return { fromS: meanS + stdS, untilS: pace.scheduleS, unitS: meanS }
}

/** Responses that follow each other, from the beginning of a unit to one of them. */
type Chain = Readonly<{
  /** Due time of the last response if all earlier ones had taken no time; the pauses before them belong to the schedule. */
  dueS: number
  heldS: number
  tokens: number
  responses: number
  endS: number
}>

/** Demands of units on the server, and their lengths; an answer that is late delays all that follow. */
export class UnitChains {
  readonly #units = new Map<number, Readonly<{ beganS: number; chains: Chain[] }>>()

  /**
   * Requires requests after those that they follow; returns how long the unit, or the request alone, waited in the client. A request
   * is taken to follow the last response of its unit before it is due, also if branches run side by side.
   */
  add(request: MeasuredRequest, tokens: number): number {
    const { turn, queueS, startS } = request
    if (turn === undefined) return queueS
    const due = dueS(request)
    const unit = this.#units.get(turn.conversation) ?? { beganS: startS, chains: [] }
    this.#units.set(turn.conversation, unit)
    const before = lastOf(unit.chains, due + sameTimeS)
    const chain = {
      dueS: before === null ? due : before.dueS + due - before.endS,
      heldS: (before?.heldS ?? 0) + queueS,
      tokens: (before?.tokens ?? 0) + tokens,
      responses: (before?.responses ?? 0) + 1,
      endS: endS(request),
    }
    unit.chains.push(chain)
    return chain.heldS
  }

  /** From the first request of each unit to its last response; absent for single requests. */
  get lasting(): ResponsePace['conversations'] {
    if (this.#units.size === 0) return undefined
    const lastingS = Float64Array.from(this.#units.values(), ({ beganS, chains }) =>
      chains.reduce((most, each) => Math.max(most, each.endS - beganS), 0),
    )
    return {
      count: lastingS.length,
      meanS: meanOf(lastingS),
      medianS: quantileOf(lastingS, 0.5),
      stdS: Math.sqrt(varianceOf(lastingS)),
    }
  }

  /** Null for single requests. */
  get demands(): Readonly<Record<'dueS' | 'tokens' | 'responses', Float64Array>> | null {
    if (this.#units.size === 0) return null
    const last = Array.from(this.#units.values(), ({ chains }) => lastOf(chains, Infinity))
    const of = (key: 'dueS' | 'tokens' | 'responses') =>
      Float64Array.from(last, (chain) => chain?.[key] ?? 0)
    return { dueS: of('dueS'), tokens: of('tokens'), responses: of('responses') }
  }
}

/** A request may be due this much before the end that it follows, by rounding. */
const sameTimeS = 2e-6

function lastOf(chains: readonly Chain[], untilS: number): Chain | null {
  return chains.reduce<Chain | null>(
    (last, each) => (each.endS <= untilS && each.endS > (last?.endS ?? -Infinity) ? each : last),
    null,
  )
}

type ScheduledUnits = NonNullable<ResponsePace['conversations']> &
  Readonly<{ areOfSeveral: boolean }>

/** Units of several requests, or the requests of a run themselves. */
export function scheduledUnits(
  { completed, metrics }: Pick<RunSummary, 'completed' | 'metrics'>,
  { conversations }: ResponsePace,
): ScheduledUnits {
  if (conversations !== undefined) return { ...conversations, areOfSeveral: true }
  const { mean, median, std } = metrics.e2el
  const [meanS, medianS, stdS] = [mean / 1000, median / 1000, (std ?? 0) / 1000]
  return { count: completed, meanS, medianS, stdS, areOfSeveral: false }
}
