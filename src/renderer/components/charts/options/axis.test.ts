import { describe, expect, it } from 'vitest'
import { chartThemes } from '../chart-theme.ts'
import { horizontalAxis, logTicks, tickText, verticalAxis } from './axis.ts'

const theme = chartThemes.light

describe('an axis', () => {
  it('carries its name, unit included, and is linear or logarithmic', () => {
    const request = { name: 'TTFT (ms)', log: false, theme }
    expect(horizontalAxis(request)).toMatchObject({ type: 'value', name: 'TTFT (ms)' })
    expect(verticalAxis({ ...request, log: true })).toMatchObject({ type: 'log' })
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
  ])('writes the tick %d as %s', (value, text) => {
    expect(tickText(value)).toBe(text)
  })
})

describe('ticks of a logarithmic axis', () => {
  it.each([
    [0.5, 2000, [1, 10, 100, 1000], 'decades'],
    [8.5, 61, [10, 20, 50], 'ones, twos and fives where decades are too few'],
    [4, 9.5, [4, 5, 6, 7, 8, 9], 'every whole mantissa in less than a decade'],
    [14.8, 16.7, [15, 16], 'tenths where even these are too few'],
  ])('from %d to %d are %j: %s', (least, most, ticks) => {
    expect(logTicks(least, most)).toEqual(ticks)
  })
})
