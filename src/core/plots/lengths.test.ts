import { expect, test } from 'vitest'
import { lengthHistogram, type LengthHistogram } from '#core/base/length-histogram.ts'
import { chartThemes } from './theme.ts'
import { renderSvg } from './render-svg.ts'
import { drawnSeries } from './drawn-series.test-support.ts'
import { lengthsOption, lengthsTable } from './lengths.ts'

type LengthsInput = Parameters<typeof lengthsOption>[0]

function inputOf(lengths: readonly number[]): LengthsInput {
  const nothing: LengthHistogram = { edges: [], counts: [], least: 0, mean: 0, most: 0 }
  return {
    histogram: lengthHistogram(lengths) ?? nothing,
    color: '#1f7d86',
    theme: chartThemes.light,
    text: { length: 'tokens', count: 'requests', from: 'from', to: 'to' },
  }
}

test('every bin is a bar from its first length to the next bin’s', () => {
  const [bars] = drawnSeries(lengthsOption(inputOf([3, 3, 5])))
  expect(bars?.items).toEqual([
    [3, 4, 0, 2],
    [4, 5, 0, 0],
    [5, 6, 0, 1],
  ])
})

test('the table names the lengths a bin holds, both ends included', () => {
  const { rows } = lengthsTable(inputOf([0, 99]))
  expect(rows[0]).toEqual([0, 2, 1])
  expect(rows.at(-1)).toEqual([99, 101, 1])
})

test('it can be drawn', () => {
  const svg = renderSvg(
    lengthsOption(inputOf([1, 2, 2, 40])),
    { width: 400, height: 200 },
    '#ffffff',
  )
  expect(svg).toContain('tokens')
  expect(svg).toContain('#1f7d86')
})
