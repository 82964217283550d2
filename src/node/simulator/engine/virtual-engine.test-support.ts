// A simulated server without HTTP and without waiting: its scheduler and roofline, on a clock that jumps from step to step.
import type { Deployment } from '../presets/gpu-presets.ts'
import { PrefixCache } from './prefix-cache.ts'
import { stepTimeMs } from './roofline.ts'
import { Scheduler } from './scheduler.ts'
import { drawStepNoise, type SeededRandom } from './seeded-random.ts'
import { createSequence, type Sequence } from './sequence.ts'
import type { Speculator } from './speculation.ts'

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

type VirtualOptions = Readonly<{
  random: SeededRandom
  /** Whether equal prefixes share their blocks. */
  sharing: boolean
  /** Null without speculative decoding. */
  speculator?: Speculator | null
}>

export class VirtualEngine {
  readonly #deployment: Deployment
  readonly #scheduler: Scheduler
  readonly #random: SeededRandom
  readonly #flights = new Map<Sequence, VirtualFlight & Pick<Due, 'onEnd'>>()
  /** Future requests, by send time. */
  readonly #due: Due[] = []
  readonly #speculator: Speculator | null
  nowMs = 0

  constructor(deployment: Deployment, { random, sharing, speculator = null }: VirtualOptions) {
    this.#deployment = deployment
    this.#random = random
    this.#speculator = speculator
    const cache = new PrefixCache({ capacityTokens: deployment.kvCacheTokens, sharing })
    const draftTokens = speculator?.acceptedAtPosition.length ?? 0
    this.#scheduler = new Scheduler({ ...deployment, draftTokens }, cache)
  }

  get inFlight(): number {
    return this.#flights.size
  }

  get waiting(): number {
    return this.#due.length
  }

  /** Sends a request, which is created at that time; `onEnd` is called after its last token. */
  send(due: Due): void {
    const before = this.#due.findLastIndex(({ atMs }) => atMs <= due.atMs)
    this.#due.splice(before + 1, 0, due)
  }

  /** Runs one step, or jumps to the next request if idle. */
  turn(): void {
    this.#admit()
    const step = this.#scheduler.schedule()
    if (step === null) {
      this.nowMs = Math.max(this.nowMs, this.#due[0]?.atMs ?? Infinity)
      return
    }
    this.nowMs += stepTimeMs(this.#deployment, step.work) * drawStepNoise(this.#random)
    for (const { sequence, drafted } of this.#scheduler.complete(step)) {
      const accepted = drafted === 0 ? 0 : (this.#speculator?.verify(drafted) ?? 0)
      this.#advance(sequence, 1 + accepted)
    }
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

  #advance(sequence: Sequence, most: number): void {
    const flight = this.#flights.get(sequence)
    if (flight === undefined) return
    if (flight.tokens === 0) flight.firstMs = this.nowMs
    const tokens = Math.min(most, flight.wanted - flight.tokens)
    flight.tokens += tokens
    for (let count = 0; count < tokens; count++) sequence.tokens.push(0)
    // All but the last have computed keys and values: they were drafted, and verified in this step.
    sequence.computedTokens = sequence.tokens.length - 1
    if (flight.tokens < flight.wanted) return
    this.#scheduler.remove(sequence)
    this.#flights.delete(sequence)
    flight.onEnd(flight)
  }
}
