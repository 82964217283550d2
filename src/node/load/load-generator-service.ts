// The load generator's side of the conversation: one plan, run once, told about as it goes.
import { toWire } from '#contract/app-error.ts'
import type { FromLoadGenerator, LoadPlan, ToLoadGenerator } from '#contract/load-protocol.ts'
import type { ParentPort } from '#contract/process-port.ts'
import { packRecords } from '#core/model/packed-records.ts'
import type { LoadRunner } from './load-runner.ts'

export function serveLoadGenerator(
  port: ParentPort<FromLoadGenerator, ToLoadGenerator>,
  run: LoadRunner,
): void {
  const cancelling = new AbortController()
  port.onMessage((message) => {
    switch (message.type) {
      case 'start':
        void start(message.plan)
        break
      case 'cancel':
        cancelling.abort()
        break
    }
  })
  port.post({ type: 'ready' })

  async function start(plan: LoadPlan): Promise<void> {
    const hooks = {
      onPhase: (phase) => port.post({ type: 'phase', phase }),
      onProgress: (progress) => port.post({ type: 'progress', progress }),
      onRecords: (records) => port.post({ type: 'records', records: packRecords(records) }),
    } satisfies Parameters<LoadRunner>[1]
    try {
      port.post({ type: 'finished', outcome: await run(plan, hooks, cancelling.signal) })
    } catch (error) {
      port.post({ type: 'failed', error: toWire(error) })
    }
  }
}
