import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  itemsOfShard,
  offsetsOfShard,
  partOfShard,
  placeIn,
  positionIn,
  sizeOfShard,
} from './shard.ts'

const workers = fc.integer({ min: 1, max: 12 })
const all = (count: number) => Array.from({ length: count }, (_, worker) => worker)

test('each position belongs to one worker, in the order of departure', () => {
  fc.assert(
    fc.property(workers, fc.integer({ min: 0, max: 200 }), (n, count) => {
      const positions = all(n).flatMap((worker) => {
        const shard = { worker, workers: n }
        return all(sizeOfShard(shard, count)).map((place) => positionIn(shard, place))
      })
      expect(positions.toSorted((a, b) => a - b)).toEqual(all(count))
    }),
  )
})

test('shards differ by one request at most', () => {
  const sizes = all(3).map((worker) => sizeOfShard({ worker, workers: 3 }, 10))
  expect(sizes).toEqual([4, 3, 3])
  expect(sizeOfShard({ worker: 1, workers: 2 }, Infinity)).toBe(Infinity)
  expect(sizeOfShard({ worker: 5, workers: 6 }, 3)).toBe(0)
})

test('offsets are those of the whole', () => {
  const offsetsS = Float64Array.of(0, 0.5, 1.25, 2, 7)
  expect(offsetsOfShard({ worker: 1, workers: 2 }, offsetsS)).toEqual(Float64Array.of(0.5, 2))
  expect(offsetsOfShard({ worker: 0, workers: 1 }, offsetsS)).toEqual(offsetsS)
})

test('a shard sends its items in turn, and again in the same order when it has sent all', () => {
  const items = fc.integer({ min: 1, max: 20 })
  const count = fc.integer({ min: 0, max: 200 })
  fc.assert(
    fc.property(workers, items, count, (n, number, positions) => {
      const shard = { worker: n - 1, workers: n }
      const own = itemsOfShard(shard, number, positions)
      expect(new Set(own).size).toBe(own.length)
      for (let at = n - 1; at < positions; at += n) {
        expect(own[placeIn(shard, at) % own.length]).toBe(at % number)
      }
    }),
  )
})

test('without an end, every item is sent that any round reaches', () => {
  expect(itemsOfShard({ worker: 1, workers: 2 }, 4, Infinity)).toEqual(Uint32Array.of(1, 3))
  expect(itemsOfShard({ worker: 1, workers: 2 }, 3, Infinity)).toEqual(Uint32Array.of(1, 0, 2))
})

test('the parts of a number add up to it', () => {
  fc.assert(
    fc.property(workers, fc.nat(1000), (n, amount) => {
      const parts = all(n).map((worker) => partOfShard(amount, { worker, workers: n }))
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
    }),
  )
})
