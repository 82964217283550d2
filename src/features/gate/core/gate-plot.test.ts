import { expect, test } from 'vitest'
import { chartThemes } from '#core/plots/theme.ts'
import { gatePlotOption, gatePlotTable, plottedFigure } from './gate-plot.ts'
import type { GateRow } from './gate-result.ts'

const text = {
  ...{ change: 'Change', tolerance: 'too much', repeat: 'Repeat' },
  ...{ mean: 'Mean', figure: 'Figure', range: 'Range' },
}

const tokens = { name: 'outputThroughput', percentile: null, tolerance: 0.05 } as const
const row: GateRow = {
  ...{ figure: tokens, state: 'worse', baseline: 100, candidate: 90 },
  loss: { value: 0.1, bounds: { low: 0.07, high: 0.13 }, startReach: 0, isSpreadAssumed: false },
  changes: [-0.09, -0.11],
}

test('a loss of throughput is a negative change, and too much is on that side', () => {
  expect(plottedFigure(tokens, 'output throughput', row)).toMatchObject({
    ...{ tolerated: -0.05, change: -0.1, range: { low: -0.13, high: -0.07 } },
  })
})

test('before the first repeat the plot shows the figures and what is too much', () => {
  const figures = [plottedFigure(tokens, 'output throughput', null)]
  const { series } = gatePlotOption({ figures, text, theme: chartThemes.light })
  const ids = [series ?? []].flat().map(({ id }) => id)
  expect(ids).toEqual(['zero', 'tolerance 0', 'repeats', 'mean'])
})

test('the axis reaches to whole steps beyond the farthest value, and one step to the other side', () => {
  const figures = [plottedFigure(tokens, 'output throughput', row)]
  const { xAxis } = gatePlotOption({ figures, text, theme: chartThemes.light })
  expect(xAxis).toMatchObject({ min: -15, max: 5, interval: 5 })
})

test('its table has a column for each repeat', () => {
  const figures = [plottedFigure(tokens, 'output throughput', row)]
  expect(gatePlotTable({ figures, text, theme: chartThemes.light })).toEqual({
    columns: ['Figure', 'too much', 'Mean', 'Range', 'Repeat 1', 'Repeat 2'],
    rows: [['output throughput', '-5.0 %', '-10.0 %', '-13.0 % … -7.0 %', '-9.0 %', '-11.0 %']],
  })
})
