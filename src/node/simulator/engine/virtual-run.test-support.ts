// A run on a simulated server without HTTP and without waiting: its scheduler and its roofline, by a clock that jumps from
// step to step. What comes out is what an ideal client would have seen.
import type { MeasuredRequest } from '#core/stats/measured-request.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import type { Lengths } from './steady-step.ts'
import type { Deployment } from '../presets/gpu-presets.ts'
import { createSeededRandom, drawStepNoise } from './seeded-random.ts'
import { PrefixCache } from './prefix-cache.ts'
import { stepTimeMs } from './roofline.ts'
import { Scheduler } from './scheduler.ts'
import { createSequence, type Sequence } from './sequence.ts'

export type VirtualLoad = Lengths &
  Readonly<{
    /** Of Poisson arrivals; null sends the next request when one has ended. */
    requestRate: number | null
    /** In flight where there is no rate. */
    concurrency: number
    requests: number
    /** Sent before those, at the same load, and not reported. */
    warmUps: number
    seed: number
  }>

/** In the order they were sent. */
export function virtualRun(deployment: Deployment, load: VirtualLoad): MeasuredRequest[] {
  const run = new VirtualRun(deployment, load)
  const all = run.requests()
  const fromS = all[load.warmUps]?.startS ?? 0
  return all.slice(load.warmUps).map((request) => ({ ...request, startS: request.startS - fromS }))
}

type Flight = { readonly sentMs: number; readonly wanted: number; firstMs: number; tokens: number }

class VirtualRun {
  readonly #deployment: Deployment
  readonly #load: VirtualLoad
  readonly #scheduler: Scheduler
  readonly #random: () => number
  readonly #flights = new Map<Sequence, Flight>()
  readonly #ended: MeasuredRequest[] = []
  /** When requests to come are sent, ascending. */
  readonly #dueMs: number[]
  #nowMs = 0

  constructor(deployment: Deployment, load: VirtualLoad) {
    this.#deployment = deployment
    this.#load = load
    this.#random = createSeededRandom(load.seed)
    const { kvCacheTokens: capacityTokens } = deployment
    const cache = new PrefixCache({ capacityTokens, sharing: false })
    this.#scheduler = new Scheduler(deployment, cache)
    this.#dueMs = this.#schedule()
  }

  requests(): MeasuredRequest[] {
    const { requests, warmUps } = this.#load
    while (this.#ended.length < requests + warmUps) this.#turn()
    return this.#ended.toSorted((one, other) => one.startS - other.startS)
  }

  /** A closed loop begins with its concurrency; the others follow as those end. */
  #schedule(): number[] {
    const { requestRate, concurrency, requests, warmUps } = this.#load
    if (requestRate === null) return Array.from({ length: concurrency }, () => 0)
    let atMs = 0
    const count = requests + warmUps
    const dueMs = Array.from({ length: count }, () => (atMs += -Math.log(1 - this.#random())))
    // As the client does: the last request is due at exactly count ÷ rate.
    return dueMs.map((due) => (due * count * 1000) / (requestRate * atMs))
  }

  #turn(): void {
    this.#admit()
    const step = this.#scheduler.schedule()
    if (step === null) {
      this.#nowMs = Math.max(this.#nowMs, this.#dueMs[0] ?? Infinity)
      return
    }
    this.#nowMs += stepTimeMs(this.#deployment, step.work) * drawStepNoise(this.#random)
    for (const { sequence } of this.#scheduler.complete(step)) this.#advance(sequence)
  }

  #admit(): void {
    while ((this.#dueMs[0] ?? Infinity) <= this.#nowMs) {
      const sentMs = this.#dueMs.shift() ?? 0
      const sequence = createSequence(new Array<number>(this.#load.inputTokens).fill(0))
      this.#flights.set(sequence, { sentMs, wanted: this.#length(), firstMs: NaN, tokens: 0 })
      this.#scheduler.add(sequence)
    }
  }

  /** Half as long to half as long again: answers of one length would march in step. */
  #length(): number {
    return Math.round(this.#load.outputTokens * (0.5 + this.#random()))
  }

  #advance(sequence: Sequence): void {
    const flight = this.#flights.get(sequence)
    if (flight === undefined) return
    if (flight.tokens === 0) flight.firstMs = this.#nowMs
    flight.tokens++
    sequence.tokens.push(0)
    if (flight.tokens < flight.wanted) return
    this.#scheduler.remove(sequence)
    this.#flights.delete(sequence)
    this.#ended.push(this.#reported(flight))
    this.#sendNext()
  }

  #sendNext(): void {
    const { requestRate, requests, warmUps } = this.#load
    const sent = this.#ended.length + this.#flights.size + this.#dueMs.length
    if (requestRate === null && sent < requests + warmUps) this.#dueMs.push(this.#nowMs)
  }

  #reported({ sentMs, firstMs, tokens }: Flight): MeasuredRequest {
    return measured({
      startS: sentMs / 1000,
      ttftS: (firstMs - sentMs) / 1000,
      latencyS: (this.#nowMs - sentMs) / 1000,
      interTokenLatenciesUs: Uint32Array.of(((this.#nowMs - firstMs) / (tokens - 1)) * 1000),
      promptTokens: this.#load.inputTokens,
      outputTokens: tokens,
    })
  }
}
