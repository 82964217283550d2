// The plan of one worker: its own share of a whole load plan. Indices, ids and offsets refer to the whole plan, so the workers'
// records combine into the records of one load.
import type { LoadPlan, PlannedConversations, PlannedWarmUp } from '#contract/load-protocol.ts'
import { bodyCount, onlyBodies } from '#core/protocol/requests/planned-bodies.ts'
import { itemsOfShard, offsetsOfShard, partOfShard, type Shard } from '#core/workload/shard.ts'

/**
 * The first worker sends the sequential warm-ups and the probes. If a limit is shared, each worker sends from one thread,
 * because slots move between workers during the load.
 */
export function shardPlan(plan: LoadPlan, shard: Shard): LoadPlan {
  const { offsetsS, maxConcurrency, warmUp, probes, conversations, ...rest } = plan
  const isFirst = shard.worker === 0
  const count = beginningsOf(plan)
  const held = itemsOfShard(shard, conversations?.ids.length ?? bodyCount(plan.bodies), count)
  const sent = conversations === undefined ? held : turnsOf(conversations, held)
  return {
    ...rest,
    shard: {
      ...shard,
      bodies: bodyCount(plan.bodies),
      conversations: conversations?.ids.length ?? 0,
      firstTurns: numbersAt(conversations?.firstTurns, held),
    },
    offsetsS: offsetsOfShard(shard, offsetsS),
    maxConcurrency: maxConcurrency === null ? null : partOfShard(maxConcurrency, shard),
    bodies: onlyBodies(plan.bodies, sent),
    requestIds: at(sent, plan.requestIds, null),
    promptTokens: at(sent, plan.promptTokens, 0),
    inputs: at(sent, plan.inputs, 1),
    inputAudioS: at(sent, plan.inputAudioS, null),
    ...(maxConcurrency !== null && shard.workers > 1 && { threads: 1 }),
    warmups: isFirst ? plan.warmups : [],
    ...(isFirst && probes !== undefined && { probes }),
    ...(warmUp !== undefined && { warmUp: shardWarmUp(warmUp, shard) }),
    ...(conversations !== undefined && { conversations: heldOf(conversations, held, sent) }),
  }
}

/** Number of requests, or conversations, that a plan starts; Infinity if they start whenever a slot is free. */
export function beginningsOf({ offsetsS, sendUntilS }: LoadPlan): number {
  return sendUntilS !== undefined && offsetsS.length === 0 ? Infinity : offsetsS.length
}

/** Indices of all turns of these conversations. */
function turnsOf({ firstTurns }: PlannedConversations, held: Uint32Array): Uint32Array {
  const turns: number[] = []
  for (const conversation of held) {
    const end = firstTurns[conversation + 1] ?? 0
    for (let turn = firstTurns[conversation] ?? 0; turn < end; turn++) turns.push(turn)
  }
  return Uint32Array.from(turns)
}

function heldOf(
  { ids, firstTurns, thinkS, ownMessages, sendsAnswersBack, steps = [] }: PlannedConversations,
  held: Uint32Array,
  turns: Uint32Array,
): PlannedConversations {
  const ownFirstTurns = new Uint32Array(held.length + 1)
  held.forEach((conversation, place) => {
    const own = (firstTurns[conversation + 1] ?? 0) - (firstTurns[conversation] ?? 0)
    ownFirstTurns[place + 1] = (ownFirstTurns[place] ?? 0) + own
  })
  const { starts, ends } = ownMessages
  return {
    ids: at(held, ids, ''),
    firstTurns: ownFirstTurns,
    thinkS: Float64Array.from(turns, (turn) => thinkS[turn] ?? 0),
    ownMessages: { starts: numbersAt(starts, turns), ends: numbersAt(ends, turns) },
    sendsAnswersBack,
    ...(steps.length > 0 && { steps: Array.from(turns).flatMap((turn) => steps[turn] ?? []) }),
  }
}

/** Empty if there are no values. */
function at<Value>(places: Uint32Array, values: readonly Value[], otherwise: Value): Value[] {
  return values.length === 0 ? [] : Array.from(places, (place) => values[place] ?? otherwise)
}

function numbersAt(values: Uint32Array | undefined, places: Uint32Array): Uint32Array {
  return values === undefined ? new Uint32Array() : places.map((place) => values[place] ?? 0)
}

function shardWarmUp({ lengthS, bodies, offsetsS }: PlannedWarmUp, shard: Shard): PlannedWarmUp {
  const items = itemsOfShard(shard, bodyCount(bodies), offsetsS?.length ?? Infinity)
  return {
    lengthS,
    bodies: onlyBodies(bodies, items),
    offsetsS: offsetsS && offsetsOfShard(shard, offsetsS),
  }
}
