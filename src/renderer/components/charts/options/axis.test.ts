import { describe, expect, it } from 'vitest'
import { chartThemes } from '../chart-theme.ts'
import { horizontalAxis, tickText, verticalAxis } from './axis.ts'

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
