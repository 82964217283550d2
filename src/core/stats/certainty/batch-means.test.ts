import { describe, expect, test } from 'vitest'
import { batchMeans, intervalOf, latencyEnds, valuesForMean } from './batch-means.ts'

const alternating = Float64Array.from({ length: 64 }, (_, index) => index % 2)

describe('a mean by batches', () => {
  test.each([0, 1, 15])('is not estimated from %d values', (count) => {
    expect(batchMeans(new Float64Array(count))).toBeNull()
  })

  test('of values without spread is sure', () => {
    expect(batchMeans(new Float64Array(100).fill(3))).toEqual({
      value: 3,
      standardError: 0,
      degrees: 31,
      spreadError: 0,
    })
  })

  test('is bounded by the count where few stretches were seen, its spread is not', () => {
    const estimate = batchMeans(alternating, 3)
    expect(estimate).toMatchObject({ degrees: 63, spreadError: 0 })
    expect(estimate?.standardError).toBeCloseTo(Math.sqrt(32) / 64)
  })

  test('is surer than single values say where a high one follows each low one', () => {
    expect(batchMeans(alternating)).toMatchObject({ value: 0.5, standardError: 0 })
  })

  test('takes longer batches, and fewer, where a run wanders slowly', () => {
    const wandering = Float64Array.from({ length: 3200 }, (_, i) =>
      Math.sin((i / 3200) * 4 * Math.PI),
    )
    const estimate = batchMeans(wandering)
    expect(estimate?.degrees).toBe(7)
    expect(estimate?.standardError).toBeGreaterThan(5 * Math.sqrt(0.5 / 3200))
  })

  test('leaves out what fills no batch at the beginning, but not of the mean', () => {
    const values = Float64Array.from({ length: 65 }, (_, index) => (index === 0 ? 65 : 0))
    expect(batchMeans(values)).toMatchObject({ value: 1, standardError: 0, degrees: 31 })
  })
})

test('an interval lies evenly around its value, wider for more confidence', () => {
  const estimate = { value: 10, standardError: 1, degrees: 9 }
  expect(intervalOf(estimate).low).toBeCloseTo(7.7378, 4)
  expect(intervalOf(estimate).high).toBeCloseTo(12.2622, 4)
  expect(intervalOf(estimate, 0.99).high).toBeCloseTo(13.2498, 4)
})

describe('the interval of a latency', () => {
  const estimate = { value: 10, standardError: 1, degrees: 9, spreadError: 1 }

  test('reaches further up than down, the more so the less of it varies', () => {
    const whole = latencyEnds(estimate)
    const half = latencyEnds({ ...estimate, varying: 5 })
    expect(1 / 10 - 1 / whole.high).toBeCloseTo(1 / whole.low - 1 / 10, 12)
    expect(half.high).toBeGreaterThan(whole.high)
    expect(half.low).toBeGreaterThan(whole.low)
    expect(half.low).toBeGreaterThan(5)
  })

  test.each([0, 0.1, 2])(
    'has ends where the error is larger than the %d that varies',
    (varying) => {
      const { low, high } = latencyEnds({ ...estimate, varying })
      expect(low).toBeCloseTo(7.7378, 4)
      expect(high).toBeGreaterThanOrEqual(12.2621)
    },
  )
})

test('a mean whose interval would exceed five times its value needs more values', () => {
  const estimate = { value: 10, degrees: 1e6, spreadError: 1 }
  const of = (standardError: number) => valuesForMean({ ...estimate, standardError }, 1000)
  expect(of(1)).toBe(16)
  // Twice the half width for which the interval reaches up to five times the mean.
  expect(of((2 * 8) / 1.96)).toBe(4000)
  expect(latencyEnds({ ...estimate, standardError: 8 / 1.96 }).high).toBeCloseTo(50, 1)
})
