import { expect, test } from 'vitest'
import { GapPool, gapTally } from './gap-tally.ts'
import { measured, refused } from '../fixtures/requests.ts'

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

test.each([{ limit: 4 }, { limit: 100 }])(
  'gaps counted before give the same figures, those of failed requests left out: $limit',
  ({ limit }) => {
    const gaps = [Uint32Array.of(3000, 1000), Uint32Array.of(2000, 5_000_000, 7)]
    const requests = gaps.map((each) => measured({ interTokenLatenciesUs: each }))
    const counted = gapTally([...requests.toReversed(), { ...measured(), error: refused }])
    const [known, plain] = [new GapPool({ counted, limit }), new GapPool({ limit })]
    for (const each of gaps) {
      known.add(each)
      plain.add(each)
    }
    const figures = (pool: GapPool) => {
      const durations = pool.durations()
      const { count, meanS, deviationS } = durations
      return [
        count,
        meanS,
        deviationS,
        durations.at(0),
        durations.at(4),
        durations.countBelow(0.002),
      ]
    }
    expect(figures(known)).toEqual(figures(plain))
  },
)

test('parts of a microsecond are kept as they are', () => {
  const pool = new GapPool()
  pool.add(Float64Array.of(1000.25, 2000.5))
  expect(pool.durations().at(0)).toBe(1000.25 / 1e6)
})
