import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DurationTally } from './duration-tally.ts'
import { listedDurations } from './durations.ts'
import { LongDurations } from './long-durations.ts'
import { quantileS } from './quantile.ts'

function tallyOf(durationsUs: readonly number[]): DurationTally {
  const tally = new DurationTally()
  for (const us of durationsUs) tally.addAll(Uint32Array.of(us))
  return tally
}

/** Microseconds of every size: next to none, usual gaps, and some that have no counter. */
const durations = fc.array(
  fc.oneof(fc.nat(50), fc.nat(50_000), fc.nat(6_000_000), fc.nat(0xffffffff)),
  { minLength: 1 },
)

/** A tally may have millions of counters, so that fewer runs are tried. */
const runs = { numRuns: 20 }

describe('counted durations', () => {
  test('have the order statistics of listed ones to the last bit', () => {
    fc.assert(
      fc.property(durations, fc.double({ min: 0, max: 1, noNaN: true }), (listUs, probability) => {
        const tally = tallyOf(listUs)
        const list = listedDurations(Float64Array.from(listUs, (us) => us / 1e6))
        expect(tally.count).toBe(list.count)
        expect(quantileS(tally, probability)).toBe(quantileS(list, probability))
        expect(listUs.map((_, rank) => tally.at(rank))).toEqual(
          listUs.map((_, rank) => list.at(rank)),
        )
      }),
      runs,
    )
  })

  test('have the mean and the deviation of listed ones', () => {
    fc.assert(
      fc.property(durations, (listUs) => {
        const tally = tallyOf(listUs)
        const list = listedDurations(Float64Array.from(listUs, (us) => us / 1e6))
        expect(tally.meanS).toBeCloseTo(list.meanS, 9)
        expect(tally.deviationS).toBeCloseTo(list.deviationS, 6)
      }),
      runs,
    )
  })

  test('are counted below any limit as listed ones, also below one of their own', () => {
    const limit = fc.double({ min: 0, max: 5000, noNaN: true })
    fc.assert(
      fc.property(durations, limit, (listUs, limitS) => {
        const tally = tallyOf(listUs)
        const list = listedDurations(Float64Array.from(listUs, (us) => us / 1e6))
        for (const each of [limitS, tally.at(0), tally.at(listUs.length - 1), Infinity]) {
          expect(tally.countBelow(each)).toBe(list.countBelow(each))
        }
      }),
      runs,
    )
  })

  test('are all zero where there are none', () => {
    const { count, meanS, deviationS } = new DurationTally()
    expect([count, meanS, deviationS]).toEqual([0, 0, 0])
  })
})

describe('long durations', () => {
  test('beyond their limit are off by at most 1 part in 8192', () => {
    const long = fc.array(fc.integer({ min: 2 ** 22, max: 0xffffffff }), { minLength: 5 })
    fc.assert(
      fc.property(long, (listUs) => {
        const rounded = new LongDurations(4)
        for (const us of listUs) rounded.add(us)
        const sorted = listUs.toSorted((a, b) => a - b)
        for (const [rank, us] of sorted.entries()) {
          expect(Math.abs(rounded.at(rank) - us) / us).toBeLessThanOrEqual(1 / 8192)
        }
      }),
    )
  })
})
