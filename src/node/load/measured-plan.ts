// The part of a load plan that a measurement reads.
import type { LoadPlan } from '#contract/load-protocol.ts'
import { bodyCount } from '#core/protocol/requests/planned-bodies.ts'
import { wholeSchedule } from '#core/workload/shard.ts'

export type MeasuredPlan = ReturnType<typeof measuredOf>

/** Of every plan in the same shape, so that what was compiled for a rehearsal holds for the run. */
export function measuredOf(plan: LoadPlan) {
  const { promptTokens, inputs, inputAudioS, offsetsS, shard = wholeSchedule } = plan
  const { runTimeoutS = null, stallTimeoutS = null } = plan
  const bodies = bodyCount(plan.bodies)
  const { worker, workers } = shard
  const limits = { runTimeoutS, stallTimeoutS }
  return { bodies, promptTokens, inputs, inputAudioS, offsetsS, worker, workers, ...limits }
}
