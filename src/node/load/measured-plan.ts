// The part of a load plan that a measurement reads.
import type { LoadPlan, PlannedShard } from '#contract/load-protocol.ts'
import { bodyCount } from '#core/protocol/requests/planned-bodies.ts'
import { wholeSchedule } from '#core/workload/shard.ts'

export type MeasuredPlan = ReturnType<typeof measuredOf>

/** Returns an object of the same shape for every plan, so that code compiled for a rehearsal also serves the run. */
export function measuredOf(plan: LoadPlan) {
  const { requestIds, promptTokens, inputs, inputAudioS, offsetsS } = plan
  const { runTimeoutS = null, stallTimeoutS = null } = plan
  const { worker, workers, bodies: wholeBodies } = shardOf(plan)
  const columns = { requestIds, promptTokens, inputs, inputAudioS, offsetsS }
  const limits = { runTimeoutS, stallTimeoutS }
  return { bodies: bodyCount(plan.bodies), wholeBodies, ...columns, worker, workers, ...limits }
}

/** A plan that is not sharded is its own only shard. */
export function shardOf({ shard, bodies, conversations }: LoadPlan): PlannedShard {
  return (
    shard ?? {
      ...wholeSchedule,
      bodies: bodyCount(bodies),
      conversations: conversations?.ids.length ?? 0,
      firstTurns: conversations?.firstTurns ?? new Uint32Array(),
    }
  )
}

/** A repeated request gets a new id, because a server may refuse one that it is still processing. */
export function idInRound(id: string | null, round: number): string | null {
  return id === null || round === 0 ? id : `${id}-${round}`
}
