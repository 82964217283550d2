// The load before a run, without events: the same requests under the same limit. When the run begins, no more warm-up requests
// are sent, and those in flight keep their slots until they end.
import { setTimeout as delay } from 'node:timers/promises'
import type { LoadPlan, PlannedWarmUp } from '#contract/load-protocol.ts'
import { bodyCount } from '#core/protocol/requests/planned-bodies.ts'
import { nowUs } from './runtime/clock.ts'
import { Dispatcher } from './schedule/dispatcher.ts'
import { RequestBytes } from './request-bytes.ts'
import { limitOf, type Share } from './schedule/share.ts'
import type { Targets } from './connections/targets.ts'
import { type LoadTools, UnmeasuredRequests } from './unmeasured-requests.ts'
import { EveryNth } from './schedule/turns.ts'

/** The client is monitored from this long before the run's start. */
const headStartMs = 20

export class WarmUp extends UnmeasuredRequests {
  readonly #warmUp: PlannedWarmUp
  readonly #targets: Targets
  readonly #dispatcher: Dispatcher
  #startUs = 0
  #onVacated: () => void = () => undefined

  constructor(
    plan: LoadPlan,
    warmUp: PlannedWarmUp,
    { share, ...tools }: LoadTools & Readonly<{ share: Share }>,
  ) {
    const { offsetsS, lengthS, bodies } = warmUp
    const requests = new RequestBytes({ ...plan, bodies })
    super({ ...tools, requests, timeoutS: plan.requestTimeoutS })
    this.#warmUp = warmUp
    this.#targets = tools.targets
    this.#dispatcher = new Dispatcher({
      turns: new EveryNth(share.thread, share.threads, offsetsS?.length ?? Infinity),
      offsetsUs: (offsetsS ?? new Float64Array()).map((offsetS) => (offsetS + lengthS) * 1e6),
      untilUs: lengthS * 1e6,
      maxConcurrency: limitOf(plan, share),
      depart: (index) => this.#depart(index),
    })
  }

  /** Begins now. Resolves when it is time to prepare the run, which begins at `runStartUs` on the local clock. */
  async until(runStartUs: number, signal: AbortSignal): Promise<void> {
    this.#startUs = runStartUs - this.#warmUp.lengthS * 1e6
    this.#dispatcher.start(this.#startUs)
    const waitMs = (runStartUs - nowUs()) / 1000 - headStartMs
    if (waitMs > 0) await delay(waitMs, undefined, { signal }).catch(() => undefined)
  }

  /** Called when one of its requests has ended, so that a slot is free. */
  onVacated(listener: () => void): void {
    this.#onVacated = listener
  }

  /** Aborts the requests in flight. */
  end(): void {
    this.#dispatcher.stop()
    this.cutAll()
  }

  protected override ended(): void {
    this.#dispatcher.free()
    this.#onVacated()
  }

  #depart(index: number): void {
    const planned = {
      index,
      place: index % bodyCount(this.#warmUp.bodies),
      requestId: null,
      turn: undefined,
      target: this.#targets.choose(index, undefined),
      scheduledAtUs: 0,
      dueAtUs: 0,
      promptTokens: 0,
      inputs: 1,
      inputAudioS: null,
    }
    this.send(planned, this.#startUs)
  }
}
