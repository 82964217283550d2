// A run on a simulated server in virtual time: the measurements of an ideal client.
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import type { Lengths } from './steady-step.ts'
import type { Deployment } from '../presets/gpu-presets.ts'
import { createSeededRandom } from './seeded-random.ts'
import { Speculator, type Speculation } from './speculation.ts'
import {
  VirtualEngine,
  type VirtualFlight,
  type VirtualRequest,
} from './virtual-engine.test-support.ts'

export type VirtualLoad = Lengths &
  Readonly<{
    /** Rate of Poisson arrivals; null sends the next request when one has ended. */
    requestRate: number | null
    /** Concurrency if there is no rate. */
    concurrency: number
    requests: number
    /** Warm-up requests sent before the run, at the same load, and not reported. */
    warmUps: number
    seed: number
    /** Length of a common prompt prefix in the prefix cache; without it there is no prefix cache. */
    sharedTokens?: number
    /** Null without a draft model. */
    speculation?: Speculation | null
  }>

/** In the order they were sent. */
export function virtualRun(deployment: Deployment, load: VirtualLoad): MeasuredRequest[] {
  const run = new VirtualRun(deployment, load)
  const all = run.requests()
  const fromS = all[load.warmUps]?.startS ?? 0
  return all.slice(load.warmUps).map((request) => ({ ...request, startS: request.startS - fromS }))
}

class VirtualRun {
  readonly #load: VirtualLoad
  readonly #engine: VirtualEngine
  readonly #random: () => number
  readonly #ended: MeasuredRequest[] = []
  #prompts = 0

  constructor(deployment: Deployment, load: VirtualLoad) {
    this.#load = load
    this.#random = createSeededRandom(load.seed)
    const { speculation = null, sharedTokens = 0, seed } = load
    this.#engine = new VirtualEngine(deployment, {
      random: this.#random,
      sharing: sharedTokens > 0,
      speculator: speculation === null ? null : new Speculator(speculation, seed),
    })
    for (const atMs of this.#schedule()) this.#send(atMs)
  }

  requests(): MeasuredRequest[] {
    const { requests, warmUps } = this.#load
    while (this.#ended.length < requests + warmUps) this.#engine.turn()
    return this.#ended.toSorted((one, other) => one.startS - other.startS)
  }

  /** A closed loop begins with its concurrency; further requests follow as those end. */
  #schedule(): number[] {
    const { requestRate, concurrency, requests, warmUps } = this.#load
    if (requestRate === null) return Array.from({ length: concurrency }, () => 0)
    let atMs = 0
    const count = requests + warmUps
    const dueMs = Array.from({ length: count }, () => (atMs += -Math.log(1 - this.#random())))
    // As in the client, the last request is due at exactly count ÷ rate.
    return dueMs.map((due) => (due * count * 1000) / (requestRate * atMs))
  }

  #send(atMs: number): void {
    const requestOf = (): VirtualRequest => ({
      prompt: this.#prompt(),
      outputTokens: this.#length(),
    })
    this.#engine.send({ atMs, requestOf, onEnd: (flight) => this.#end(flight) })
  }

  #prompt(): number[] {
    const { inputTokens, sharedTokens = 0 } = this.#load
    const prompt = new Array<number>(inputTokens).fill(0)
    return sharedTokens === 0 ? prompt : prompt.fill(++this.#prompts, sharedTokens)
  }

  /** Between half and one and a half times the length: responses of equal length would run in lockstep. */
  #length(): number {
    return Math.round(this.#load.outputTokens * (0.5 + this.#random()))
  }

  #end(flight: VirtualFlight): void {
    const { requestRate, requests, warmUps } = this.#load
    this.#ended.push(measuredFlight(flight, this.#engine.nowMs))
    const sent = this.#ended.length + this.#engine.inFlight + this.#engine.waiting
    if (requestRate === null && sent < requests + warmUps) this.#send(this.#engine.nowMs)
  }
}

/** As measured by an ideal client. */
export function measuredFlight(
  { sentMs, firstMs, tokens, sequence }: VirtualFlight,
  endedMs: number,
): MeasuredRequest {
  return measured({
    startS: sentMs / 1000,
    ttftS: (firstMs - sentMs) / 1000,
    latencyS: (endedMs - sentMs) / 1000,
    interTokenLatenciesUs:
      tokens < 2 ? new Uint32Array() : Uint32Array.of(((endedMs - firstMs) / (tokens - 1)) * 1000),
    promptTokens: sequence.promptTokens,
    cachedTokens: sequence.cachedTokens,
    outputTokens: tokens,
  })
}
