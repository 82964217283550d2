import { describe, expect, it, test } from 'vitest'
import { chartThemes } from './theme.ts'
import { renderSvg } from './render-svg.ts'
import { drawnSeries } from './drawn-series.test-support.ts'
import { inOrder, scatterOption, scatterTable } from './scatter.ts'

type ScatterInput = Parameters<typeof scatterOption>[0]

const theme = chartThemes.light

const input: ScatterInput = {
  scatter: {
    points: [
      { atS: 0.5, ms: 20, failed: false },
      { atS: 1, ms: null, failed: true },
      { atS: 2, ms: 0, failed: false },
      { atS: 3, ms: 1500, failed: false },
    ],
  },
  metric: 'ttft',
  log: false,
  span: { fromS: 0, toS: 4 },
  steady: { startS: 1, endS: 3 },
  theme,
  text: {
    ...{ elapsed: 's', latency: 'TTFT', completed: 'completed' },
    failed: 'failed',
    steady: 'steady state',
  },
}

describe('requests over time', () => {
  it('are points of the colour of their metric, failed ones along the bottom', () => {
    const [answered, failed] = drawnSeries(scatterOption(input))
    expect(answered?.items).toEqual([
      [0.5, 20],
      [2, 0],
      [3, 1500],
    ])
    expect(failed?.items).toEqual([[1, 0]])
  })

  it('leave out zeros on a logarithmic axis, and keep failures within it', () => {
    const [answered, failed] = drawnSeries(scatterOption({ ...input, log: true }))
    expect(answered?.items).toHaveLength(2)
    expect(failed?.items).toEqual([[1, 1]])
  })

  it('shade the steady state, and name the unit that suits', () => {
    const image = renderSvg(scatterOption(input), { width: 800, height: 400 }, theme.surface)
    expect(image).toContain('steady state')
    expect(scatterOption(input)).toMatchObject({ yAxis: { name: 'TTFT (ms)' } })
  })

  it('have a table of what is drawn', () => {
    expect(scatterTable(input).rows[1]).toEqual([1, null, 1])
  })
})

test('requests sent at once lie side by side, in the order they were sent', () => {
  const points = [
    { atS: 0.002, ms: 30, failed: false },
    { atS: 0.001, ms: null, failed: true },
    { atS: 0.001, ms: 20, failed: false },
  ]
  expect(inOrder({ points }).points).toEqual([
    { atS: 1, ms: null, failed: true },
    { atS: 2, ms: 20, failed: false },
    { atS: 3, ms: 30, failed: false },
  ])
})
