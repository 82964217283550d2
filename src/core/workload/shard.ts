// The part of a schedule that one of several workers sends: round robin in the order of departure. Requests that stand
// alone are dealt one by one, conversations whole.

/** Worker `worker` of `workers`, from 0. */
export type Shard = Readonly<{ worker: number; workers: number }>

export const wholeSchedule: Shard = { worker: 0, workers: 1 }

/** Position in the whole schedule of the one at `place` in the shard. */
export function positionIn({ worker, workers }: Shard, place: number): number {
  return worker + workers * place
}

/** Of a position that a shard holds: its place in the shard. */
export function placeIn({ worker, workers }: Shard, position: number): number {
  return (position - worker) / workers
}

/** How many of `count` positions a shard holds; Infinity of Infinity. */
export function sizeOfShard({ worker, workers }: Shard, count: number): number {
  return Math.max(0, Math.ceil((count - worker) / workers))
}

/** The offsets of a shard's own positions, still counted from the start of the whole. */
export function offsetsOfShard(shard: Shard, offsetsS: Float64Array): Float64Array {
  const size = sizeOfShard(shard, offsetsS.length)
  return Float64Array.from({ length: size }, (_, place) => offsetsS[positionIn(shard, place)] ?? 0)
}

/**
 * Those of `items` that a shard of `count` positions sends, in the order in which it sends them; it then repeats them in this
 * order. `count` may be Infinity.
 */
export function itemsOfShard(shard: Shard, items: number, count: number): Uint32Array {
  const period = items / commonDivisor(items, shard.workers)
  const size = Math.min(sizeOfShard(shard, count), period)
  return Uint32Array.from({ length: size }, (_, place) => positionIn(shard, place) % items)
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other)
}

/** A number divided among workers: no two parts differ by more than 1, and they add up to it. */
export function partOfShard(amount: number, { worker, workers }: Shard): number {
  return Math.floor(amount / workers) + (worker < amount % workers ? 1 : 0)
}
