import { describe, expect, test } from 'vitest'
import { differenceBetween, differenceOfFigures, type DifferenceVerdict } from './difference.ts'
import type { Estimate } from './interval.ts'

function about(value: number, standardError: number): Estimate {
  return { value, standardError, degrees: 20 }
}

describe('the difference between two latencies', () => {
  test.each<[string, Estimate, Estimate, DifferenceVerdict]>([
    ['half as long is better', about(100, 2), about(50, 2), 'better'],
    ['half again as long is worse', about(100, 2), about(150, 2), 'worse'],
    ['a hair’s breadth, well measured, is the same', about(100, 0.1), about(100.5, 0.1), 'same'],
    ['sure but too small to matter is the same', about(100, 0.01), about(101, 0.01), 'same'],
    ['a difference within the noise is unclear', about(100, 20), about(110, 20), 'unclear'],
    ['no difference, badly measured, is unclear', about(100, 20), about(100, 20), 'unclear'],
  ])('%s', (_, first, second, verdict) => {
    expect(differenceBetween(first, second, { lowerIsBetter: true }).verdict).toBe(verdict)
  })

  test('is the other way round for throughput', () => {
    const options = { lowerIsBetter: false }
    expect(differenceBetween(about(100, 1), about(150, 1), options).verdict).toBe('better')
    expect(differenceBetween(about(150, 1), about(100, 1), options).verdict).toBe('worse')
  })

  test('has the interval of Welch', () => {
    // Variances of the means 4 and 1, with 4 and 9 degrees: 25 / (16 / 4 + 1 / 9) = 6.08 degrees.
    const first: Estimate = { value: 10, standardError: 2, degrees: 4 }
    const second: Estimate = { value: 15, standardError: 1, degrees: 9 }
    const { value, share, interval } = differenceBetween(first, second, { lowerIsBetter: true })
    expect({ value, share }).toEqual({ value: 5, share: 0.5 })
    expect(interval.high - value).toBeCloseTo(2.4388 * Math.sqrt(5), 2)
    expect(value - interval.low).toBeCloseTo(interval.high - value, 9)
  })

  test('of two figures without any spread is what it is', () => {
    const { interval, verdict } = differenceBetween(about(4, 0), about(5, 0), {
      lowerIsBetter: true,
    })
    expect(interval).toEqual({ low: 1, high: 1 })
    expect(verdict).toBe('worse')
  })
})

describe('the difference between two figures in shares of the first', () => {
  const lowerIsBetter = { lowerIsBetter: true }
  const figure = (low: number, value: number, high: number) => ({ value, interval: { low, high } })

  test('is known by their ratio', () => {
    const { share, shareInterval, verdict } = differenceOfFigures(
      figure(100, 100, 100),
      figure(10, 40, 160),
      lowerIsBetter,
    )
    expect(share).toBeCloseTo(-0.6, 9)
    expect(shareInterval?.low).toBeCloseTo(-0.9, 9)
    expect(shareInterval?.high).toBeCloseTo(0.6, 9)
    expect(verdict).toBe('unclear')
  })

  test('ends at −100 % where the first may be nothing', () => {
    const { interval, shareInterval } = differenceOfFigures(
      figure(0, 10, 30),
      figure(0, 4, 6),
      lowerIsBetter,
    )
    expect(interval?.low).toBeLessThan(-10)
    expect(shareInterval?.low).toBe(-1)
    expect(shareInterval?.high).toBeGreaterThan(0)
  })

  test('is not spoken of where the first is nothing, or an interval is missing', () => {
    const nothing = differenceOfFigures(figure(0, 0, 1), figure(0, 0, 1), lowerIsBetter)
    expect(nothing).toMatchObject({ share: null, shareInterval: null })
    const unknown = { value: 1, interval: null }
    expect(differenceOfFigures(unknown, figure(1, 2, 3), lowerIsBetter)).toMatchObject({
      share: 1,
      shareInterval: null,
      verdict: 'unclear',
    })
  })
})

test('an unclear ratio that reaches beyond five times its value has no interval', () => {
  const figure = (value: number, factor: number) => ({
    value,
    interval: { low: value / factor, high: value * factor },
  })
  const options = { lowerIsBetter: true }
  const unclear = differenceOfFigures(figure(100, 2), figure(110, 2), options)
  expect(unclear).toMatchObject({ verdict: 'unclear' })
  expect(unclear.shareInterval).not.toBeNull()
  expect(differenceOfFigures(figure(100, 2), figure(110, 8), options)).toMatchObject({
    ...{ verdict: 'unclear', interval: null, shareInterval: null },
  })
  const surely = differenceOfFigures(figure(10, 2), figure(1000, 8), options)
  expect(surely).toMatchObject({ verdict: 'worse' })
  expect(surely.shareInterval).not.toBeNull()
})
