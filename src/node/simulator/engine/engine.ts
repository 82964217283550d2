// The engine's loop: admits requests, runs steps one after another at their simulated times, and forwards tokens.
import type { EngineRequest, RequestEnding, Sequence } from './sequence.ts'
import { Histogram } from './histogram.ts'
import type { Deployment } from '../presets/gpu-presets.ts'
import { PrefixCache } from './prefix-cache.ts'
import type { StepWork } from './roofline.ts'
import { Scheduler, type Step } from './scheduler.ts'
import type { Speculator } from './speculation.ts'

/** Maximum lateness of Node's timers; the remainder is slept exactly. */
const timerSlackMs = 1

/** Timer for one deadline of `performance.now()`, more precise than Node's timers of whole milliseconds. */
class DeadlineTimer {
  readonly #callback: () => void
  readonly #cell = new Int32Array(new SharedArrayBuffer(4))
  #timeout: NodeJS.Timeout | null = null
  #immediate: NodeJS.Immediate | null = null

  constructor(callback: () => void) {
    this.#callback = callback
  }

  /** Replaces the previous deadline. */
  set(deadlineMs: number): void {
    this.clear()
    const leftMs = deadlineMs - performance.now()
    if (leftMs > 2 * timerSlackMs) {
      this.#timeout = setTimeout(() => this.set(deadlineMs), Math.floor(leftMs - timerSlackMs))
    } else {
      this.#immediate = setImmediate(() => this.#sleepUntil(deadlineMs))
    }
  }

  clear(): void {
    if (this.#timeout !== null) clearTimeout(this.#timeout)
    if (this.#immediate !== null) clearImmediate(this.#immediate)
    this.#timeout = null
    this.#immediate = null
  }

  /** Blocks the thread for at most 2 ms. Data that arrives meanwhile is read before the callback runs. */
  #sleepUntil(deadlineMs: number): void {
    const leftMs = deadlineMs - performance.now()
    if (leftMs > 0) Atomics.wait(this.#cell, 0, 0, leftMs)
    this.#immediate = setImmediate(this.#callback)
  }
}

// Metrics of the engine, under vLLM's names.
const timeToFirstTokenBounds = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80,
  160, 640, 2560,
]
const perTokenBounds = [
  0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80,
]
const latencyBounds = [
  0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680,
]
const iterationBounds = [1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384]

class EngineMetrics {
  promptTokens = 0
  cachedPromptTokens = 0
  generationTokens = 0
  prefixCacheQueries = 0
  prefixCacheHits = 0
  readonly finished = { stop: 0, length: 0, abort: 0, error: 0 }

  readonly timeToFirstTokenS = new Histogram(timeToFirstTokenBounds)
  readonly interTokenLatencyS = new Histogram(perTokenBounds)
  readonly timePerOutputTokenS = new Histogram(perTokenBounds)
  readonly endToEndS = new Histogram(latencyBounds)
  readonly queueS = new Histogram(latencyBounds)
  readonly prefillS = new Histogram(latencyBounds)
  readonly decodeS = new Histogram(latencyBounds)
  readonly inferenceS = new Histogram(latencyBounds)
  readonly iterationTokens = new Histogram(iterationBounds)
  readonly requestPromptTokens: Histogram
  readonly requestGenerationTokens: Histogram
  readonly requestMaxTokens: Histogram

  constructor(maxModelLen: number) {
    const bounds = oneTwoFiveBounds(maxModelLen)
    this.requestPromptTokens = new Histogram(bounds)
    this.requestGenerationTokens = new Histogram(bounds)
    this.requestMaxTokens = new Histogram(bounds)
  }

  onAdmitted({ sequence }: EngineRequest): void {
    if (sequence.preemptions > 0) return
    this.prefixCacheQueries += sequence.tokens.length
    this.prefixCacheHits += sequence.cachedTokens
  }

  /** Counts the tokens of one step; call this before their time is set in the request. */
  onTokens(
    { times, sequence }: EngineRequest,
    { tokens, nowMs }: Readonly<{ tokens: number; nowMs: number }>,
  ): void {
    this.generationTokens += tokens
    if (!Number.isNaN(times.firstTokenMs)) {
      this.interTokenLatencyS.observe((nowMs - times.lastTokenMs) / 1000)
      return
    }
    this.promptTokens += sequence.promptTokens
    this.cachedPromptTokens += sequence.cachedTokens
    this.timeToFirstTokenS.observe((nowMs - times.arrivedMs) / 1000)
  }

  onFinished({ times, maxTokens }: EngineRequest, ending: RequestEnding): void {
    this.finished[ending.finishReason]++
    const decodeS = (times.lastTokenMs - times.firstTokenMs) / 1000
    if (ending.completionTokens > 1) {
      this.timePerOutputTokenS.observe(decodeS / (ending.completionTokens - 1))
    }
    this.endToEndS.observe((times.lastTokenMs - times.arrivedMs) / 1000)
    this.queueS.observe((times.scheduledMs - times.queuedMs) / 1000)
    this.prefillS.observe((times.firstTokenMs - times.scheduledMs) / 1000)
    this.decodeS.observe(decodeS)
    this.inferenceS.observe((times.lastTokenMs - times.scheduledMs) / 1000)
    this.requestPromptTokens.observe(ending.promptTokens)
    this.requestGenerationTokens.observe(ending.completionTokens)
    this.requestMaxTokens.observe(maxTokens)
  }
}

function oneTwoFiveBounds(limit: number): number[] {
  const bounds: number[] = []
  for (let decade = 1; decade <= limit; decade *= 10) {
    bounds.push(...[1, 2, 5].map((step) => step * decade).filter((bound) => bound <= limit))
  }
  return bounds
}

/** Returns the duration of a step. */
export type StepClock = (work: StepWork) => number

type EngineOptions = Readonly<{
  stepMs: StepClock
  prefixCaching: boolean
  speculator?: Speculator | null
}>

/** Time that the front end spends on a request before the engine: HTTP, parsing, tokenising. */
const admissionMs = 2
const admissionMsPerToken = 0.001

/** If the clock lags by more than this, the lost time is skipped instead of caught up. */
const maxLagMs = 200
/** Maximum number of steps before the network is polled. */
const maxStepsPerTurn = 32

export class Engine {
  readonly metrics: EngineMetrics
  readonly cache: PrefixCache
  readonly scheduler: Scheduler
  /** Null without speculative decoding. */
  readonly speculator: Speculator | null
  readonly #stepMs: StepClock
  readonly #timer = new DeadlineTimer(() => this.#turn())
  /** Requests in the front end, sorted by the time they reach the engine. */
  readonly #arriving: EngineRequest[] = []
  readonly #requests = new Map<Sequence, EngineRequest>()
  readonly #maxNumSeqs: number
  #step: Step | null = null
  /** Time of the step's end, or of the next arrival; Infinity if there is neither. */
  #nextMs = Infinity

  constructor(deployment: Deployment, { stepMs, prefixCaching, speculator = null }: EngineOptions) {
    this.#stepMs = stepMs
    this.#maxNumSeqs = deployment.maxNumSeqs
    this.metrics = new EngineMetrics(deployment.maxModelLen)
    this.cache = new PrefixCache({
      capacityTokens: deployment.kvCacheTokens,
      sharing: prefixCaching,
    })
    this.speculator = speculator
    const draftTokens = speculator?.acceptedAtPosition.length ?? 0
    this.scheduler = new Scheduler({ ...deployment, draftTokens }, this.cache)
  }

  /** Requests that have not ended. */
  get load(): number {
    return this.#requests.size
  }

  /** Requests outside the batch, including those still in the front end. */
  get waiting(): number {
    return Math.max(this.scheduler.waiting, this.load - this.#maxNumSeqs)
  }

  submit(request: EngineRequest): void {
    const { times, sequence } = request
    times.arrivedMs = performance.now()
    times.queuedMs = times.arrivedMs + admissionMs + admissionMsPerToken * sequence.promptTokens
    this.#requests.set(sequence, request)
    const place = this.#arriving.findLastIndex((other) => other.times.queuedMs <= times.queuedMs)
    this.#arriving.splice(place + 1, 0, request)
    if (this.#step === null) this.#waitUntil(this.#arriving[0]?.times.queuedMs ?? Infinity)
  }

  /** Drops a request whose client disconnected; does nothing if it has ended. */
  abort(request: EngineRequest): void {
    if (!this.#requests.delete(request.sequence)) return
    const arriving = this.#arriving.indexOf(request)
    if (arriving >= 0) this.#arriving.splice(arriving, 1)
    this.scheduler.remove(request.sequence)
    this.metrics.finished.abort++
  }

  stop(): void {
    this.#timer.clear()
  }

  #waitUntil(timeMs: number): void {
    this.#nextMs = timeMs
    if (timeMs === Infinity) this.#timer.clear()
    else this.#timer.set(timeMs)
  }

  /** Runs everything that is due now; late steps are written together. */
  #turn(): void {
    const touched = new Set<EngineRequest>()
    for (let steps = 0; steps < maxStepsPerTurn && this.#nextMs <= performance.now(); steps++) {
      const endMs = this.#nextMs
      if (this.#step !== null) this.#completeStep(this.#step, touched)
      this.#beginStep(Math.max(endMs, performance.now() - maxLagMs))
    }
    for (const request of touched) request.flush()
    this.#waitUntil(this.#nextMs)
  }

  #beginStep(startMs: number): void {
    this.#admitArrivals(startMs)
    this.#step = this.scheduler.schedule()
    if (this.#step === null) {
      this.#nextMs = this.#arriving[0]?.times.queuedMs ?? Infinity
      return
    }
    for (const sequence of this.#step.admitted) this.#onAdmitted(sequence, startMs)
    this.metrics.iterationTokens.observe(this.#step.work.newTokens)
    this.#nextMs = startMs + this.#stepMs(this.#step.work)
  }

  #admitArrivals(nowMs: number): void {
    while ((this.#arriving[0]?.times.queuedMs ?? Infinity) <= nowMs) {
      const request = this.#arriving.shift()
      if (request !== undefined) this.scheduler.add(request.sequence)
    }
  }

  #onAdmitted(sequence: Sequence, nowMs: number): void {
    const request = this.#requests.get(sequence)
    if (request === undefined) return
    if (Number.isNaN(request.times.scheduledMs)) request.times.scheduledMs = nowMs
    this.metrics.onAdmitted(request)
  }

  #completeStep(step: Step, touched: Set<EngineRequest>): void {
    const nowMs = this.#nextMs
    for (const { sequence, drafted } of this.scheduler.complete(step)) {
      const request = this.#requests.get(sequence)
      if (request === undefined) continue
      const accepted = drafted === 0 ? 0 : (this.speculator?.verify(drafted) ?? 0)
      this.#advance(request, { tokens: 1 + accepted, nowMs })
      touched.add(request)
    }
  }

  #advance(
    request: EngineRequest,
    { tokens, nowMs }: Readonly<{ tokens: number; nowMs: number }>,
  ): void {
    const { times, sequence } = request
    const before = request.completionTokens
    const ending = request.advance(tokens, nowMs)
    // All but the last have computed keys and values: they were drafted, and verified in this step.
    sequence.computedTokens = sequence.tokens.length - 1
    this.metrics.onTokens(request, { tokens: request.completionTokens - before, nowMs })
    if (Number.isNaN(times.firstTokenMs)) times.firstTokenMs = nowMs
    times.lastTokenMs = nowMs
    if (ending === null) return
    this.metrics.onFinished(request, ending)
    this.scheduler.remove(sequence)
    this.#requests.delete(sequence)
  }
}
