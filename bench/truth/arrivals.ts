// Requests as the client of this bench sends them, at a Poisson rate or in a closed loop, and as it measures them.
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { measured, rejection } from '#core/stats/fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import type { ConversationTurn } from '#core/records/request-record.ts'
import type { SampledValues } from '#core/records/sampled-values.ts'

export type Load = Readonly<{
  /** Requests per second; null for a closed loop. */
  rate: number | null
  /** Requests in flight of a closed loop, or conversations that run. */
  concurrency: number
  /** Requests in flight at most, at a rate; the others wait in the client. */
  limit?: number
  requests: number
  /**
   * The rate or the closed loop begins conversations of so many turns, each some seconds after the answer before it. After the
   * second turn of an agent, branches with turns of their own run side by side, and the third waits for all of them.
   */
  conversation?: Readonly<{ turns: number; pauseS: number; branches?: Branches }>
  /** Requests are sent at recorded times, whose rate swings by this share. */
  swing?: number
  /** The rate rises from one share of itself to another, by request, as vLLM's linear ramp does. */
  ramp?: Readonly<{ from: number; to: number }>
  /** Seconds until a refused request is sent again, and the most attempts. */
  retry?: Readonly<{ afterS: number; most: number }>
  /** Requests before the measured ones, under the same load. */
  warmUps?: number
}>

type Branches = Readonly<{ count: number; turns: number }>

/** Requests of one unit of the schedule. */
export function requestsEach({ conversation }: Pick<Load, 'conversation'>): number {
  const { turns = 1, branches } = conversation ?? {}
  return turns + (branches ? branches.count * branches.turns : 0)
}

type Step = Readonly<{ after: readonly number[]; branch?: number; depth: number }>

function stepsOf({ turns, branches }: NonNullable<Load['conversation']>): readonly Step[] {
  const { count, turns: own } = branches ?? { count: 0, turns: 0 }
  const steps: Step[] = Array.from({ length: Math.min(2, turns) }, (_, number) => ({
    after: number === 0 ? [] : [number - 1],
    depth: number,
  }))
  const ends = Array.from({ length: count }, () => {
    const first = steps.length
    for (let number = 0; number < own; number++)
      steps.push({
        after: [number === 0 ? 1 : first + number - 1],
        branch: first,
        depth: 2 + number,
      })
    return first + own - 1
  })
  for (let number = 2; number < turns; number++) {
    const after = number === 2 && count > 0 ? ends : [steps.length - 1]
    steps.push({ after, depth: number + own })
  }
  return steps
}

export type Lengths = Readonly<{
  /** Draws prompt and output tokens of one request. */
  draw: (random: NumpyRandomState) => Readonly<{ prompt: number; output: number }>
}>

export type ServeOptions = Readonly<{
  load: Load
  random: NumpyRandomState
  /** Multiplies the duration of every step, because starts of a server differ. */
  startSlowness?: number
  /** Called once a second after the warm-up, with what a server reports at its `/metrics`. */
  report?: (atS: number, values: SampledValues) => void
}>

export type Arriving = Readonly<{
  index: number
  dueS: number
  /** Later than due if the limit held it back. */
  sentS: number
  prompt: number
  output: number
  turn?: ConversationTurn
  /** Attempts before this one, and when the first of them was sent. */
  attempts?: Readonly<{ count: number; firstS: number }>
}>

export class Arrivals {
  readonly #waiting: Arriving[] = []
  readonly #lengths: Lengths
  readonly #random: NumpyRandomState
  readonly #all: number
  #made = 0
  #taken = 0
  #inFlight = 0
  #freedS = 0
  readonly #limit: number
  readonly #steps: readonly Step[]
  readonly #hasBranches: boolean
  readonly #endS = new Map<string, number>()
  #units = 0

  constructor(load: Load, lengths: Lengths, random: NumpyRandomState) {
    this.#limit = load.limit ?? Infinity
    this.#steps = load.conversation ? stepsOf(load.conversation) : []
    this.#hasBranches = load.conversation?.branches !== undefined
    this.#lengths = lengths
    this.#random = random
    this.#all = load.requests + (load.warmUps ?? 0)
    if (load.rate === null) {
      for (let place = 0; place < load.concurrency; place++) this.#next(0)
      return
    }
    // The measured part lasts requests ÷ rate exactly, as the arrival times of a benchmark do.
    const count = this.#all / requestsEach(load)
    const { rate, swing = 0, conversation, ramp } = load
    let atS = 0
    const swingAt = (unit: number) =>
      ramp === undefined
        ? 1 + swing * Math.sin((2 * Math.PI * atS) / swingS)
        : ramp.from + ((ramp.to - ramp.from) * unit) / (count - 1)
    const timesS = Float64Array.from({ length: count }, () => random.exponential(1 / rate)).map(
      (gapS, unit) => (atS += gapS / swingAt(unit)),
    )
    const scale = ramp === undefined ? count / rate / atS : 1
    timesS.forEach((timeS, unit) => this.#make(timeS * scale, conversation && this.#turn(unit, 0)))
  }

  /** Infinity after the last, and while no place is free. */
  get nextS(): number {
    if (this.#inFlight >= this.#limit) return Infinity
    return Math.max(this.#freedS, this.#waiting[this.#taken]?.sentS ?? Infinity)
  }

  take(): Arriving {
    const next = this.#waiting[this.#taken++]
    if (next === undefined) throw new RangeError('Nothing arrives any more.')
    this.#inFlight++
    return { ...next, sentS: Math.max(next.sentS, this.#freedS) }
  }

  /** A closed loop sends the next request when one ends, and a conversation its next turn. */
  ended({ rate, conversation }: Load, { turn }: Arriving, atS: number): void {
    // Until then places may have been free.
    if (this.#inFlight-- >= this.#limit) this.#freedS = atS
    if (!conversation || !turn) {
      if (rate === null) this.#next(atS)
      return
    }
    const idOf = (number: number) => `${turn.conversation} ${number}`
    this.#endS.set(idOf(turn.number), atS)
    this.#steps.forEach(({ after }, number) => {
      if (!after.includes(turn.number)) return
      const readyS = Math.max(...after.map((one) => this.#endS.get(idOf(one)) ?? Infinity))
      if (readyS < Infinity)
        this.#make(readyS + conversation.pauseS, this.#turn(turn.conversation, number))
    })
    // The last step waits for all others.
    if (rate === null && turn.number === this.#steps.length - 1) this.#next(atS)
  }

  /** The next request or conversation of a closed loop. */
  #next(atS: number): void {
    const unit = this.#units++
    const each = Math.max(1, this.#steps.length)
    if ((unit + 1) * each > this.#all) return
    this.#make(atS, this.#steps.length > 0 ? this.#turn(unit, 0) : undefined)
  }

  /** Sends a refused request again; false after its last attempt. */
  again({ retry }: Load, request: Arriving, atS: number): boolean {
    const { count, firstS } = request.attempts ?? { count: 0, firstS: request.sentS }
    if (retry === undefined || count + 1 >= retry.most) return false
    this.#inFlight--
    this.#wait({ ...request, attempts: { count: count + 1, firstS } }, atS + retry.afterS)
    return true
  }

  #turn(conversation: number, number: number): ConversationTurn {
    const { depth = 0, branch } = this.#steps[number] ?? {}
    const step = { depth, reusableTokens: null, ...(branch !== undefined && { branch }) }
    return { conversation, number, ...(this.#hasBranches && { step }) }
  }

  #make(dueS: number, turn?: Arriving['turn']): void {
    if (this.#made === this.#all) return
    const lengths = this.#lengths.draw(this.#random)
    this.#wait({ index: this.#made++, dueS, sentS: dueS, ...lengths, ...(turn && { turn }) }, dueS)
  }

  #wait(request: Arriving, sentS: number): void {
    const later = this.#waiting.findLastIndex((other) => other.sentS <= sentS) + 1
    this.#waiting.splice(Math.max(later, this.#taken), 0, { ...request, sentS })
  }
}

/** Seconds of one swing of the rate. */
const swingS = 20

/** Response of a full server. */
export function refusedOf(request: Arriving, originS: number): MeasuredRequest {
  const { prompt } = request
  return measured({
    ...sendingOf(request, originS),
    ...{ ttftS: 0, latencyS: 0.002, interTokenLatenciesUs: new Uint32Array() },
    ...{ promptTokens: prompt, outputTokens: 0 },
    error: request.attempts === undefined ? full : rejection,
  })
}

function sendingOf({ turn, sentS, dueS, attempts }: Arriving, originS: number) {
  const firstS = attempts?.firstS ?? sentS
  const tookS = sentS - firstS
  return {
    turn,
    startS: sentS - originS,
    queueS: firstS - dueS,
    ...(attempts && { retried: { attempts: attempts.count, waitS: tookS, tookS } }),
  }
}

const full = { code: 'http-status', message: 'HTTP 429', status: 429, body: null } as const

type Served = Readonly<{
  request: Arriving
  firstS: number
  lastS: number
  gapsUs: readonly number[]
}>

/** Times count from `originS`, the end of the warm-up. */
export function measuredOf(
  { request, firstS, lastS, gapsUs }: Served,
  originS: number,
): MeasuredRequest {
  const { sentS, prompt, output } = request
  return measured({
    ...sendingOf(request, originS),
    ttftS: firstS - sentS,
    latencyS: lastS - sentS,
    interTokenLatenciesUs: Uint32Array.from(gapsUs),
    promptTokens: prompt,
    outputTokens: output,
  })
}
