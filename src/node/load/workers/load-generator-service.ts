// The load generator's side of the protocol: runs each plan once, and reports progress.
import type {
  FromLoadGenerator,
  LoadPlan,
  PlaceOrder,
  ToLoadGenerator,
} from '#contract/load-protocol.ts'
import type { ParentPort } from '#contract/app-events.ts'
import type { LoadHooks, LoadRunner } from '../load-runner.ts'
import { tellable } from '#node/crash/tellable.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { RecordSender } from '../record-sender.ts'
import type { PlaceExchange } from '../schedule/held-places.ts'
import { monotonicS } from '../runtime/clock.ts'
import { warmUpS } from '../when-warm.ts'

/** Runs the plans that arrive one after the other. */
export function serveLoadGenerator(
  port: ParentPort<FromLoadGenerator, ToLoadGenerator>,
  run: LoadRunner,
): void {
  const sender = new RecordSender((records) => port.post({ type: 'records', records }))
  let load = new OrderedLoad(port, sender)
  port.onMessage((message) => {
    switch (message.type) {
      case 'start':
        void load.run(message.plan, run).finally(() => (load = new OrderedLoad(port, sender)))
        break
      case 'run':
        load.begin(message.startS)
        break
      case 'places':
        load.takeOrder(message.order)
        break
      case 'cancel':
        load.cancel()
        break
      case 'kept':
        sender.kept()
        break
    }
  })
  port.post({ type: 'ready' })
}

/** One plan and its orders, which may arrive before it. */
class OrderedLoad {
  readonly #port: Pick<ParentPort<FromLoadGenerator, ToLoadGenerator>, 'post'>
  readonly #sender: RecordSender
  readonly #cancelling = new AbortController()
  #begin: (startS: number) => void = () => undefined
  readonly #started = new Promise<number>((resolve) => (this.#begin = resolve))
  /** Arrival of a start order that was late; null if it was in time. */
  #lateS: number | null = null
  #warmUpLengthS = 0
  #takeOrder: (order: PlaceOrder) => void = () => undefined

  constructor(port: ParentPort<FromLoadGenerator, ToLoadGenerator>, sender: RecordSender) {
    this.#port = port
    this.#sender = sender
  }

  begin(startS: number): void {
    this.#lateS = monotonicS() - (startS - this.#warmUpLengthS)
    this.#begin(startS)
  }

  takeOrder(order: PlaceOrder): void {
    this.#takeOrder(order)
  }

  cancel(): void {
    this.#cancelling.abort()
    this.#begin(monotonicS())
  }

  async run(plan: LoadPlan, run: LoadRunner): Promise<void> {
    rememberSecrets(plan.secrets ?? [])
    this.#warmUpLengthS = warmUpS(plan)
    try {
      const outcome = await run(plan, this.#hooksFor(plan), this.#cancelling.signal)
      await this.#sender.allSent()
      this.#port.post({ type: 'finished', outcome: { ...outcome, ...this.#lateness() } })
    } catch (error) {
      await this.#sender.allSent()
      this.#port.post({ type: 'failed', error: tellable(error) })
    }
  }

  #hooksFor(plan: LoadPlan): LoadHooks {
    const port = this.#port
    const places: PlaceExchange = {
      report: (report) => port.post({ type: 'places', report }),
      onOrder: (listener) => (this.#takeOrder = listener),
    }
    const startAt = () => {
      port.post({ type: 'prepared' })
      return this.#started
    }
    return {
      onPhase: (phase) => port.post({ type: 'phase', phase }),
      onProgress: (progress) =>
        port.post({ type: 'progress', progress: { ...progress, ...this.#lateness() } }),
      onRecords: (records) => this.#sender.append(records),
      ...(plan.shard !== undefined && { startAt, places }),
    }
  }

  #lateness(): Readonly<{ startedLateMs?: number }> {
    return this.#lateS !== null && this.#lateS > 0 ? { startedLateMs: this.#lateS * 1000 } : {}
  }
}
