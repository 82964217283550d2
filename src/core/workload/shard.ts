// Part of a schedule that one of several workers sends: round robin in send order, with conversations kept whole.

/** Worker `worker` of `workers`, from 0. */
export type Shard = Readonly<{ worker: number; workers: number }>

export const wholeSchedule: Shard = { worker: 0, workers: 1 }

/** Converts a position in the shard to a position in the whole schedule. */
export function positionIn({ worker, workers }: Shard, place: number): number {
  return worker + workers * place
}

/** Converts a position in the whole schedule to a position in its shard. */
export function placeIn({ worker, workers }: Shard, position: number): number {
  return (position - worker) / workers
}

/** Number of a shard's positions out of `count`; Infinity for Infinity. */
export function sizeOfShard({ worker, workers }: Shard, count: number): number {
  return Math.max(0, Math.ceil((count - worker) / workers))
}

/** Offsets of a shard's positions, from the start of the whole run. */
export function offsetsOfShard(shard: Shard, offsetsS: Float64Array): Float64Array {
  const size = sizeOfShard(shard, offsetsS.length)
  return Float64Array.from({ length: size }, (_, place) => offsetsS[positionIn(shard, place)] ?? 0)
}

/**
 * Indices of `items` that a shard of `count` positions sends, in send order; the shard then repeats this order. `count`
 * may be Infinity.
 */
export function itemsOfShard(shard: Shard, items: number, count: number): Uint32Array {
  const period = items / commonDivisor(items, shard.workers)
  const size = Math.min(sizeOfShard(shard, count), period)
  return Uint32Array.from({ length: size }, (_, place) => positionIn(shard, place) % items)
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other)
}

/** Divides a number among workers into parts that differ by at most 1. */
export function partOfShard(amount: number, { worker, workers }: Shard): number {
  return Math.floor(amount / workers) + (worker < amount % workers ? 1 : 0)
}
