// The load generator's side of the protocol: one plan, run once, with progress.
import type {
  FromLoadGenerator,
  LoadPlan,
  PlaceOrder,
  ToLoadGenerator,
} from '#contract/load-protocol.ts'
import type { ParentPort } from '#contract/app-events.ts'
import type { LoadRunner } from '../load-runner.ts'
import { tellable } from '#node/crash/tellable.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { RecordSender } from '../record-sender.ts'
import type { PlaceExchange } from '../schedule/held-places.ts'
import { monotonicS } from '../runtime/clock.ts'
import { warmUpS } from '../when-warm.ts'

export function serveLoadGenerator(
  port: ParentPort<FromLoadGenerator, ToLoadGenerator>,
  run: LoadRunner,
): void {
  const cancelling = new AbortController()
  const sender = new RecordSender((records) => port.post({ type: 'records', records }))
  let begin: (startS: number) => void = () => undefined
  /** Arrival of a start order that came after the start; null if it was in time. */
  let lateS: number | null = null
  let warmUpLengthS = 0
  let takeOrder: (order: PlaceOrder) => void = () => undefined
  const started = new Promise<number>((resolve) => (begin = resolve))
  port.onMessage((message) => {
    switch (message.type) {
      case 'start':
        void start(message.plan)
        break
      case 'run':
        lateS = monotonicS() - (message.startS - warmUpLengthS)
        begin(message.startS)
        break
      case 'places':
        takeOrder(message.order)
        break
      case 'cancel':
        cancelling.abort()
        begin(monotonicS())
        break
      case 'kept':
        sender.kept()
        break
    }
  })
  port.post({ type: 'ready' })

  function lateness(): Readonly<{ startedLateMs?: number }> {
    return lateS !== null && lateS > 0 ? { startedLateMs: lateS * 1000 } : {}
  }

  function startAt(): Promise<number> {
    port.post({ type: 'prepared' })
    return started
  }

  const places: PlaceExchange = {
    report: (report) => port.post({ type: 'places', report }),
    onOrder: (listener) => (takeOrder = listener),
  }

  async function start(plan: LoadPlan): Promise<void> {
    rememberSecrets(plan.secrets ?? [])
    warmUpLengthS = warmUpS(plan)
    const hooks = {
      onPhase: (phase) => port.post({ type: 'phase', phase }),
      onProgress: (progress) =>
        port.post({ type: 'progress', progress: { ...progress, ...lateness() } }),
      onRecords: (records) => sender.append(records),
      ...(plan.shard !== undefined && { startAt, places }),
    } satisfies Parameters<LoadRunner>[1]
    try {
      const outcome = await run(plan, hooks, cancelling.signal)
      await sender.allSent()
      port.post({ type: 'finished', outcome: { ...outcome, ...lateness() } })
    } catch (error) {
      await sender.allSent()
      port.post({ type: 'failed', error: tellable(error) })
    }
  }
}
