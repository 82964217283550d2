// Requests as the client of this bench sends them, at a Poisson rate or in a closed loop, and as it measures them.
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import type { SampledValues } from '#core/records/sampled-values.ts'

export type Load = Readonly<{
  /** Requests per second; null for a closed loop. */
  rate: number | null
  /** Requests in flight of a closed loop. */
  concurrency: number
  /** Requests in flight at most, at a rate; the others wait in the client. */
  limit?: number
  requests: number
  /** The rate begins conversations of so many turns, each some seconds after the answer before it. */
  conversation?: Readonly<{ turns: number; pauseS: number }>
  /** Requests before the measured ones, under the same load. */
  warmUps?: number
}>

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
  turn?: Readonly<{ conversation: number; number: number }>
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

  constructor(load: Load, lengths: Lengths, random: NumpyRandomState) {
    this.#limit = load.limit ?? Infinity
    this.#lengths = lengths
    this.#random = random
    this.#all = load.requests + (load.warmUps ?? 0)
    if (load.rate === null) {
      for (let place = 0; place < load.concurrency; place++) this.#make(0)
      return
    }
    // The measured part lasts requests ÷ rate exactly, as the arrival times of a benchmark do.
    const count = this.#all / (load.conversation?.turns ?? 1)
    const gaps = Float64Array.from({ length: count }, () => random.exponential(1))
    const scale = count / load.rate / gaps.reduce((sum, gap) => sum + gap, 0)
    let atS = 0
    gaps.forEach((gap, conversation) => {
      this.#make((atS += gap * scale), load.conversation && { conversation, number: 0 })
    })
  }

  /** Infinity after the last, and while no place is free. */
  get nextS(): number {
    if (this.#inFlight >= this.#limit) return Infinity
    return Math.max(this.#freedS, this.#waiting[this.#taken]?.dueS ?? Infinity)
  }

  take(): Arriving {
    const next = this.#waiting[this.#taken++]
    if (next === undefined) throw new RangeError('Nothing arrives any more.')
    this.#inFlight++
    return { ...next, sentS: Math.max(next.dueS, this.#freedS) }
  }

  /** A closed loop sends the next request when one ends, and a conversation its next turn. */
  ended({ rate, conversation }: Load, { turn }: Arriving, atS: number): void {
    // Until then places may have been free.
    if (this.#inFlight-- >= this.#limit) this.#freedS = atS
    if (rate === null) this.#make(atS)
    if (conversation && turn && turn.number + 1 < conversation.turns)
      this.#make(atS + conversation.pauseS, { ...turn, number: turn.number + 1 })
  }

  #make(dueS: number, turn?: Arriving['turn']): void {
    if (this.#made === this.#all) return
    const lengths = this.#lengths.draw(this.#random)
    const made = { index: this.#made++, dueS, sentS: dueS, ...lengths, ...(turn && { turn }) }
    const later = this.#waiting.findLastIndex((other) => other.dueS <= dueS) + 1
    this.#waiting.splice(Math.max(later, this.#taken), 0, made)
  }
}

/** Response of a full server. */
export function refusedOf(
  { sentS, dueS, prompt, turn }: Arriving,
  originS: number,
): MeasuredRequest {
  return measured({
    turn,
    startS: sentS - originS,
    queueS: sentS - dueS,
    ...{ ttftS: 0, latencyS: 0.002, interTokenLatenciesUs: new Uint32Array() },
    ...{ promptTokens: prompt, outputTokens: 0, error: full },
  })
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
  const { sentS, dueS, prompt, output, turn } = request
  return measured({
    turn,
    startS: sentS - originS,
    queueS: sentS - dueS,
    ttftS: firstS - sentS,
    latencyS: lastS - sentS,
    interTokenLatenciesUs: Uint32Array.from(gapsUs),
    promptTokens: prompt,
    outputTokens: output,
  })
}
