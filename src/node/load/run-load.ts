// Sends a plan's load from the current thread: connects, warms up, sends on schedule, waits for the rest.
import { clientHealth } from '#core/stats/client-samples.ts'
import { monotonicS, nowUs } from './runtime/clock.ts'
import type { LoadRunner } from './load-runner.ts'
import { PreparedLoad } from './prepared-load.ts'
import { progressOf } from './progress.ts'
import { wholePlan } from './schedule/share.ts'
import { warmUpS, whenWarm } from './when-warm.ts'

export const runLoad: LoadRunner = async (plan, hooks, signal) => {
  const load = new PreparedLoad(plan, wholePlan)
  let stopTelling = (): void => undefined
  try {
    await load.prepare((phase) => hooks.onPhase(phase), signal)
    const startS = await hooks.startAt?.()
    const leadS = startS === undefined ? warmUpS(plan) : startS - monotonicS()
    stopTelling = whenWarm(plan, (phase) => hooks.onPhase(phase), leadS)
    const startUs = leadS === 0 ? undefined : nowUs() + leadS * 1e6
    const startedAtEpochMs = Date.now() + leadS * 1000
    const startedAtMonotonicS = monotonicS() + leadS
    const { samples, ...outcome } = await load.run(
      {
        onDraining: () => hooks.onPhase('draining'),
        onProgress: (part, elapsedS) => hooks.onProgress(progressOf(plan, [part], elapsedS)),
        onRecords: (records) => hooks.onRecords(records),
      },
      signal,
      startUs,
      hooks.places,
    )
    return { ...outcome, startedAtEpochMs, startedAtMonotonicS, client: clientHealth([samples]) }
  } finally {
    stopTelling()
    load.close()
  }
}
