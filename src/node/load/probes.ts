// Small requests sent at an even pace besides the load, outside its concurrency limit: they measure the loaded server as a
// light user experiences it.
import type { LoadPlan, PlannedProbes } from '#contract/load-protocol.ts'
import type { ProbeResults } from '#core/model/run/probes.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import { nowUs } from './runtime/clock.ts'
import { cancelled } from './failure.ts'
import { RequestBytes } from './request-bytes.ts'
import type { Targets } from './connections/targets.ts'
import { type LoadTools, UnmeasuredRequests } from './unmeasured-requests.ts'

export class Probes extends UnmeasuredRequests {
  readonly #perSecond: number
  readonly #targets: Targets
  readonly #latenciesUs: number[] = []
  #failed = 0
  #sent = 0
  #startUs = 0
  #timer: NodeJS.Timeout | undefined
  #onOver: (() => void) | null = null

  constructor(plan: LoadPlan, { body, perSecond }: PlannedProbes, tools: LoadTools) {
    const requests = new RequestBytes({ ...plan, bodies: writtenBodies([body]) })
    super({ ...tools, requests, timeoutS: plan.requestTimeoutS })
    this.#perSecond = perSecond
    this.#targets = tools.targets
  }

  start(): void {
    this.#startUs = nowUs()
    this.#sendAndWait()
  }

  /** No more are sent; resolves when the last has returned, or at once when none is awaited. */
  async stop(signal: AbortSignal): Promise<ProbeResults> {
    clearTimeout(this.#timer)
    const cut = () => this.cutAll()
    signal.addEventListener('abort', cut, { once: true })
    if (signal.aborted) cut()
    await new Promise<void>((resolve) => {
      this.#onOver = resolve
      if (this.inFlight === 0) resolve()
    })
    signal.removeEventListener('abort', cut)
    return { latenciesUs: this.#latenciesUs, failed: this.#failed }
  }

  /** The results are no longer wanted, as when the run cannot continue. */
  close(): void {
    clearTimeout(this.#timer)
    this.cutAll()
  }

  protected override ended({ error, sentAtUs, endedAtUs }: RequestRecord): void {
    if (error === null) this.#latenciesUs.push(endedAtUs - sentAtUs)
    else if (error !== cancelled) this.#failed++
    if (this.inFlight === 0) this.#onOver?.()
  }

  /** On schedule, so that a slow answer does not keep the next probe from seeing that it is slow. */
  #sendAndWait(): void {
    const index = this.#sent++
    const target = this.#targets.inTurn(index)
    const nothingPlanned = { requestId: null, promptTokens: 1, inputs: 1, inputAudioS: null }
    const planned = { index, place: 0, target, scheduledAtUs: 0, dueAtUs: 0, ...nothingPlanned }
    this.send(planned, this.#startUs)
    const dueUs = this.#startUs + (this.#sent * 1e6) / this.#perSecond
    this.#timer = setTimeout(() => this.#sendAndWait(), Math.max(0, (dueUs - nowUs()) / 1000))
  }
}
