// The engine's clock: lets requests in, runs one step after another at their simulated times, and passes tokens on.
import { DeadlineTimer } from './deadline-timer.ts'
import type { Deployment } from '../presets/deployment.ts'
import { EngineMetrics } from './engine-metrics.ts'
import type { EngineRequest } from './engine-request.ts'
import { PrefixCache } from './prefix-cache.ts'
import type { StepWork } from './roofline.ts'
import { Scheduler, type Step } from './scheduler.ts'
import type { Sequence } from './sequence.ts'
import type { Speculator } from './speculation.ts'

/** How long a step with this work takes. */
export type StepClock = (work: StepWork) => number

type EngineOptions = Readonly<{
  stepMs: StepClock
  prefixCaching: boolean
  speculator?: Speculator | null
}>

/** What the front end spends on a request before the engine sees it: HTTP, parsing, tokenising. */
const admissionMs = 2
const admissionMsPerToken = 0.001

/** Further behind than this, we let the time go instead of rushing after it. */
const maxLagMs = 200
/** Between two looks at the network. */
const maxStepsPerTurn = 32

export class Engine {
  readonly metrics: EngineMetrics
  readonly cache: PrefixCache
  readonly scheduler: Scheduler
  /** Null where nothing is drafted ahead. */
  readonly speculator: Speculator | null
  readonly #stepMs: StepClock
  readonly #timer = new DeadlineTimer(() => this.#turn())
  /** On their way through the front end, by the time they reach the engine. */
  readonly #arriving: EngineRequest[] = []
  readonly #requests = new Map<Sequence, EngineRequest>()
  #step: Step | null = null
  /** When the step ends, or the next request arrives; Infinity when nothing will happen. */
  #nextMs = Infinity

  constructor(deployment: Deployment, { stepMs, prefixCaching, speculator = null }: EngineOptions) {
    this.#stepMs = stepMs
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

  submit(request: EngineRequest): void {
    const { times, sequence } = request
    times.arrivedMs = performance.now()
    times.queuedMs = times.arrivedMs + admissionMs + admissionMsPerToken * sequence.promptTokens
    this.#requests.set(sequence, request)
    const place = this.#arriving.findLastIndex((other) => other.times.queuedMs <= times.queuedMs)
    this.#arriving.splice(place + 1, 0, request)
    if (this.#step === null) this.#waitUntil(this.#arriving[0]?.times.queuedMs ?? Infinity)
  }

  /** Forgets a request whose client went away; does nothing when it has ended. */
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

  /** Does everything that is due by now; late steps are written out together. */
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
    // All but the last have been computed: they were drafted, and verified in this step.
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
