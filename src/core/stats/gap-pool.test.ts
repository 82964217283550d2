import { expect, test } from 'vitest'
import { GapPool } from './gap-pool.ts'

test('gaps beyond the limit are counted with those that were kept before', () => {
  const pool = new GapPool({ limit: 4 })
  pool.add(Uint32Array.of(3000, 1000))
  pool.add(Uint32Array.of(2000, 2000))
  expect(pool.durations()).toMatchObject({ count: 4, meanS: 0.002 })
  pool.add(Uint32Array.of(7000))
  const durations = pool.durations()
  expect(durations).toMatchObject({ count: 5, meanS: 0.003 })
  expect([0, 1, 2, 3, 4].map((rank) => durations.at(rank))).toEqual([
    0.001, 0.002, 0.002, 0.003, 0.007,
  ])
})
