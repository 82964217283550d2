import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '../../random/numpy-legacy.ts'
import { measured, refused } from '../fixtures/requests.ts'
import { intervalOf } from './batch-means.ts'
import { gapCertainty } from './gap-certainty.ts'
import type { Interval } from './interval.ts'

/** Answers whose gaps are all as long as their first. */
function uniform(gapsMs: readonly number[], each = 20) {
  return gapsMs.map((ms) =>
    measured({ interTokenLatenciesUs: new Uint32Array(each).fill(ms * 1000) }),
  )
}

function exponential(count: number): number[] {
  const random = new NumpyRandomState(1)
  return Array.from({ length: count }, () => Math.max(1, Math.round(random.exponential(50))))
}

function widthOf(interval: Interval | null): number {
  return interval === null ? NaN : interval.high - interval.low
}

describe('how sure gaps are', () => {
  test('does not grow with the gaps of answers that are each of one pace', () => {
    const paces = exponential(400)
    const few = gapCertainty(uniform(paces, 1), { percentiles: [90] })
    const many = gapCertainty(uniform(paces, 40), { percentiles: [90] })
    expect(many.mean?.value).toBeCloseTo(few.mean?.value ?? NaN, 9)
    expect(many.mean?.standardError).toBeCloseTo(few.mean?.standardError ?? NaN, 9)
    expect(widthOf(many.percentile(90))).toBeGreaterThan(0.6 * widthOf(few.percentile(90)))
    expect(widthOf(many.percentile(90))).toBeLessThan(1.6 * widthOf(few.percentile(90)))
  })

  test('covers more gaps than are kept one by one', () => {
    const paces = exponential(400)
    const few = gapCertainty(uniform(paces, 40), { percentiles: [90] }).percentile(90)
    const counted = gapCertainty(uniform(paces, 3000), { percentiles: [90] }).percentile(90)
    expect(counted?.low).toBeCloseTo(few?.low ?? NaN, 9)
    expect(counted?.high).toBeCloseTo(few?.high ?? NaN, 9)
  })

  test('counts an answer by its gaps, and a failed one by none', () => {
    const requests = [
      ...uniform(Array.from({ length: 40 }, () => 10)),
      ...uniform(
        Array.from({ length: 40 }, () => 30),
        60,
      ),
      { ...measured(), error: refused },
      measured({ interTokenLatenciesUs: new Uint32Array() }),
    ]
    const { mean } = gapCertainty(requests, { percentiles: [] })
    expect(mean?.value).toBeCloseTo((10 * 20 + 30 * 60) / 80 / 1000, 9)
  })

  test('of answers without any spread is complete', () => {
    const { mean, percentile } = gapCertainty(uniform(new Array<number>(32).fill(25)), {
      percentiles: [50],
    })
    expect(widthOf(mean && intervalOf(mean))).toBeCloseTo(0, 12)
    expect(mean?.value).toBeCloseTo(0.025, 12)
    expect(percentile(50)).toEqual({ low: 0.025, high: 0.025 })
  })

  test.each([
    ['too few answers', uniform(exponential(15), 100), 50],
    ['too few gaps', uniform(exponential(20), 10), 99.9],
    ['nothing', [], 50],
  ])('is unknown from %s', (_, requests, percentile) => {
    expect(gapCertainty(requests, { percentiles: [percentile] }).percentile(percentile)).toBeNull()
  })
})
