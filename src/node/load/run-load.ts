// Puts a plan's load on a server from this very thread: connect, warm up, send on schedule, wait for the rest.
import { clientHealth } from '#core/stats/client-samples.ts'
import { monotonicS } from './clock.ts'
import type { LoadRunner } from './load-runner.ts'
import { PreparedLoad } from './prepared-load.ts'
import { progressOf } from './progress.ts'
import { wholePlan } from './share.ts'

export const runLoad: LoadRunner = async (plan, hooks, signal) => {
  const load = new PreparedLoad(plan, wholePlan)
  try {
    await load.prepare((phase) => hooks.onPhase(phase), signal)
    hooks.onPhase('running')
    const startedAtEpochMs = Date.now()
    const startedAtMonotonicS = monotonicS()
    const { samples, ...outcome } = await load.run(
      {
        onDraining: () => hooks.onPhase('draining'),
        onProgress: (part, elapsedS) => hooks.onProgress(progressOf(plan, [part], elapsedS)),
        onRecords: (records) => hooks.onRecords(records),
      },
      signal,
    )
    return { ...outcome, startedAtEpochMs, startedAtMonotonicS, client: clientHealth([samples]) }
  } finally {
    load.close()
  }
}
