// The plan of one worker: its own share of a load plan that was made as a whole. Positions, ids and offsets stay those of
// the whole, so records of all workers together are those of one.
import type { LoadPlan, PlannedConversations, PlannedWarmUp } from '#contract/load-protocol.ts'
import { bodyCount, onlyBodies } from '#core/protocol/requests/planned-bodies.ts'
import { itemsOfShard, offsetsOfShard, partOfShard, type Shard } from '#core/workload/shard.ts'

/**
 * The first worker sends what warms the server up one by one, and the probes. Where a limit is shared, each sends from one
 * thread: its places change hands as the load goes on.
 */
export function shardPlan(plan: LoadPlan, shard: Shard): LoadPlan {
  const { offsetsS, maxConcurrency, warmUp, probes, ...rest } = plan
  const isFirst = shard.worker === 0
  const sent = bodiesSent(plan, shard)
  const ifSent = <Value>(values: readonly Value[], otherwise: Value) =>
    values.map((value, index) => (sent[index] === 1 ? value : otherwise))
  return {
    ...rest,
    shard,
    offsetsS: offsetsOfShard(shard, offsetsS),
    maxConcurrency: maxConcurrency === null ? null : partOfShard(maxConcurrency, shard),
    bodies: onlyBodies(plan.bodies, sent),
    requestIds: ifSent(plan.requestIds, null),
    promptTokens: ifSent(plan.promptTokens, 0),
    inputs: ifSent(plan.inputs, 0),
    inputAudioS: ifSent(plan.inputAudioS, null),
    ...(maxConcurrency !== null && shard.workers > 1 && { threads: 1 }),
    warmups: isFirst ? plan.warmups : [],
    ...(isFirst && probes !== undefined && { probes }),
    ...(warmUp !== undefined && { warmUp: shardWarmUp(warmUp, shard) }),
  }
}

/** How many requests, or conversations, a plan begins; Infinity where they begin whenever there is room. */
export function beginningsOf({ offsetsS, sendUntilS }: LoadPlan): number {
  return sendUntilS !== undefined && offsetsS.length === 0 ? Infinity : offsetsS.length
}

function bodiesSent(plan: LoadPlan, shard: Shard): Uint8Array {
  const { conversations, bodies } = plan
  const count = beginningsOf(plan)
  if (conversations === undefined) return itemsOfShard(shard, bodyCount(bodies), count)
  return turnsOf(conversations, itemsOfShard(shard, conversations.ids.length, count))
}

function turnsOf({ firstTurns }: PlannedConversations, held: Uint8Array): Uint8Array {
  const sent = new Uint8Array(firstTurns.at(-1) ?? 0)
  held.forEach((isHeld, place) => sent.fill(isHeld, firstTurns[place], firstTurns[place + 1]))
  return sent
}

function shardWarmUp({ lengthS, bodies, offsetsS }: PlannedWarmUp, shard: Shard): PlannedWarmUp {
  const count = offsetsS?.length ?? Infinity
  return {
    lengthS,
    bodies: onlyBodies(bodies, itemsOfShard(shard, bodyCount(bodies), count)),
    offsetsS: offsetsS && offsetsOfShard(shard, offsetsS),
  }
}
