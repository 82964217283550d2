import { describe, expect, it } from 'vitest'
import { chartThemes } from './theme.ts'
import { horizontalAxis, logScale, tickText, verticalAxis } from './axis.ts'

const theme = chartThemes.light

describe('an axis', () => {
  it('carries its name, unit included, and is linear or logarithmic', () => {
    const request = { name: 'TTFT (ms)', log: false, theme }
    expect(horizontalAxis(request)).toMatchObject({ type: 'value', name: 'TTFT (ms)' })
    expect(verticalAxis({ ...request, log: true, values: [8, 61] })).toMatchObject({
      type: 'log',
      min: 5,
      max: 100,
      axisLabel: { customValues: [5, 10, 20, 50, 100] },
    })
  })

  it('writes its ticks in the unit of its name', () => {
    const axis = horizontalAxis({ name: 'TTFT (s)', log: false, theme, divisor: 1000 })
    expect(axis.axisLabel.formatter(1500)).toBe('1.5')
    expect(axis.axisPointer.label.formatter({ value: 250 })).toBe('0.25')
  })

  it.each([
    [0, '0'],
    [0.1, '0.1'],
    [1234567, '1,230,000'],
    [2500, '2,500'],
    [-0.5, '−0.5'],
  ])('writes the tick %d as %s', (value, text) => {
    expect(tickText(value)).toBe(text)
  })
})

describe('the scale of a logarithmic axis', () => {
  it.each([
    [[21, 53_000], [10, 100, 1000, 10_000, 100_000], 'decades over a wide range'],
    [[8.5, 61], [5, 10, 20, 50, 100], 'ones, twos and fives over two decades'],
    [[2100, 6200], [2000, 3000, 4000, 5000, 6000, 7000], 'whole numbers within one'],
    [[14.8, 16.7], [14, 15, 16, 17], 'tenths where even these are too few'],
    [[11, 27], [10, 15, 20, 30], 'halves where whole numbers are too few'],
    [[11, 17.5], [10, 12, 14, 16, 18], 'fifths where these are'],
    [[100, 1000], [100, 200, 500, 1000], 'ends that are round already'],
    [[0, -3, 30, 0], [20, 30, 40, 50], 'one value with room around it, and nothing for zero'],
  ])('of %j has the ticks %j: %s', (values, ticks) => {
    expect(logScale(values)).toEqual({ min: ticks[0], max: ticks.at(-1), ticks })
  })

  it('is not there when nothing is positive', () => {
    expect(logScale([])).toBeNull()
    expect(logScale([0])).toBeNull()
  })
})
