import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LagTally } from './lag-tally.ts'

const lags = fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { minLength: 1, maxLength: 200 })

function tallyOf(valuesUs: readonly number[]): LagTally {
  const tally = new LagTally()
  for (const us of valuesUs) tally.add(us)
  return tally
}

describe('a tally of delays', () => {
  test('reports percentiles too small by at most 1 part in 32', () => {
    fc.assert(
      fc.property(lags, fc.double({ min: 0, max: 1, noNaN: true }), (valuesUs, share) => {
        const sorted = valuesUs.toSorted((a, b) => a - b)
        const exact = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? NaN
        const reported = tallyOf(valuesUs).at(share)
        expect(reported).toBeLessThanOrEqual(exact)
        expect(reported).toBeGreaterThanOrEqual((exact * 31) / 32)
      }),
    )
  })

  test('knows count, mean and longest exactly', () => {
    fc.assert(
      fc.property(lags, (valuesUs) => {
        const tally = tallyOf(valuesUs)
        expect(tally.count).toBe(valuesUs.length)
        expect(tally.maxUs).toBe(Math.max(...valuesUs))
        const sum = valuesUs.reduce((total, us) => total + us, 0)
        expect(tally.meanUs).toBeCloseTo(sum / valuesUs.length, 3)
      }),
    )
  })

  test('of several threads is the tally of all they saw', () => {
    fc.assert(
      fc.property(lags, lags, (some, others) => {
        const merged = new LagTally()
        merged.addAll(tallyOf(some).toCounts())
        merged.addAll(tallyOf(others).toCounts())
        expect(merged.toCounts()).toEqual(tallyOf([...some, ...others]).toCounts())
      }),
    )
  })

  test.each([
    [[500, 900, 1500, 4000], 1000, 0.5],
    [[10, 20], 1000, 0],
    [[], 1000, 0],
  ])('of %j, share above %d µs is %d', (valuesUs, limitUs, share) => {
    expect(tallyOf(valuesUs).shareAbove(limitUs)).toBe(share)
  })

  test('takes what came early as on time, and nothing as 0', () => {
    expect(tallyOf([-5]).at(1)).toBe(0)
    expect(new LagTally().at(0.99)).toBe(0)
  })
})
