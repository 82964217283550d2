// A simulated server without HTTP and without waiting: its scheduler and its roofline, by a clock that jumps from step to
// step.
import type { Deployment } from '../presets/gpu-presets.ts'
import { PrefixCache } from './prefix-cache.ts'
import { stepTimeMs } from './roofline.ts'
import { Scheduler } from './scheduler.ts'
import { drawStepNoise, type SeededRandom } from './seeded-random.ts'
import { createSequence, type Sequence } from './sequence.ts'

export type VirtualRequest = Readonly<{ prompt: readonly number[]; outputTokens: number }>

export type VirtualFlight = {
  readonly sentMs: number
  readonly sequence: Sequence
  readonly wanted: number
  firstMs: number
  tokens: number
}

type Due = Readonly<{
  atMs: number
  requestOf: () => VirtualRequest
  onEnd: (flight: VirtualFlight) => void
}>

export class VirtualEngine {
  readonly #deployment: Deployment
  readonly #scheduler: Scheduler
  readonly #random: SeededRandom
  readonly #flights = new Map<Sequence, VirtualFlight & Pick<Due, 'onEnd'>>()
  /** Requests to come, by when they are sent. */
  readonly #due: Due[] = []
  nowMs = 0

  constructor(
    deployment: Deployment,
    { random, sharing }: Readonly<{ random: SeededRandom; sharing: boolean }>,
  ) {
    this.#deployment = deployment
    this.#random = random
    const cache = new PrefixCache({ capacityTokens: deployment.kvCacheTokens, sharing })
    this.#scheduler = new Scheduler(deployment, cache)
  }

  get inFlight(): number {
    return this.#flights.size
  }

  get waiting(): number {
    return this.#due.length
  }

  /** Sends a request, which is made then; `onEnd` follows its last token. */
  send(due: Due): void {
    const before = this.#due.findLastIndex(({ atMs }) => atMs <= due.atMs)
    this.#due.splice(before + 1, 0, due)
  }

  /** One step, or on to the next request where there is nothing to do. */
  turn(): void {
    this.#admit()
    const step = this.#scheduler.schedule()
    if (step === null) {
      this.nowMs = Math.max(this.nowMs, this.#due[0]?.atMs ?? Infinity)
      return
    }
    this.nowMs += stepTimeMs(this.#deployment, step.work) * drawStepNoise(this.#random)
    for (const { sequence } of this.#scheduler.complete(step)) this.#advance(sequence)
  }

  #admit(): void {
    while ((this.#due[0]?.atMs ?? Infinity) <= this.nowMs) {
      const due = this.#due.shift()
      if (due === undefined) return
      const { prompt, outputTokens } = due.requestOf()
      const sequence = createSequence(prompt)
      const [sentMs, onEnd] = [due.atMs, due.onEnd]
      const flight = { sentMs, sequence, wanted: outputTokens, firstMs: NaN, tokens: 0, onEnd }
      this.#flights.set(sequence, flight)
      this.#scheduler.add(sequence)
    }
  }

  #advance(sequence: Sequence): void {
    const flight = this.#flights.get(sequence)
    if (flight === undefined) return
    if (flight.tokens === 0) flight.firstMs = this.nowMs
    flight.tokens++
    sequence.tokens.push(0)
    if (flight.tokens < flight.wanted) return
    this.#scheduler.remove(sequence)
    this.#flights.delete(sequence)
    flight.onEnd(flight)
  }
}
