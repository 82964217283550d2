import { describe, expect, it } from 'vitest'
import { chartThemes } from './theme.ts'
import { renderSvg } from './render-svg.ts'
import { drawnSeries } from './drawn-series.test-support.ts'
import { parallelOption, parallelTable } from './parallel.ts'

type ParallelInput = Parameters<typeof parallelOption>[0]

const theme = chartThemes.light

const input: ParallelInput = {
  axes: [
    { name: 'batch', names: ['max-num-seqs 64', 'max-num-seqs 256'], log: false },
    { name: 'req/s', names: null, log: true },
    { name: 'p99 TTFT (ms)', names: null, log: true },
  ],
  lines: [
    { key: 'a', label: '64 at 8/s', configuration: 0, values: ['max-num-seqs 64', 8, 40] },
    { key: 'b', label: '256 at 8/s', configuration: 1, values: ['max-num-seqs 256', 8, 80] },
    { key: 'c', label: '256 at 64/s', configuration: 1, values: ['max-num-seqs 256', 64, null] },
    { key: 'd', label: '64 at 64/s', configuration: 0, values: ['max-num-seqs 64', 64, 0] },
  ],
  ...{ selectedKey: 'b', chosenKeys: [] },
  theme,
  text: { point: 'load' },
}

describe('parallel coordinates', () => {
  it('have a line per cell that has a place on every axis, in the colour of its configuration', () => {
    const [cells] = drawnSeries(parallelOption(input))
    expect(cells?.items).toMatchObject([
      { value: [0, 8, 40], lineStyle: { color: theme.series.ttft } },
      { value: [1, 8, 80], lineStyle: { color: theme.text, width: 3 } },
    ])
  })

  it('have colours of their own in a sweep of one configuration', () => {
    const lines = input.lines.slice(0, 2).map((line) => ({ ...line, configuration: 0 }))
    const [cells] = drawnSeries(parallelOption({ ...input, lines, selectedKey: null }))
    const colors = cells?.items.map((item) => (item as { lineStyle: object }).lineStyle)
    expect(colors?.[0]).not.toEqual(colors?.[1])
  })

  it('name every axis and every setting', () => {
    const image = renderSvg(parallelOption(input), { width: 800, height: 400 }, theme.surface)
    for (const text of ['batch', 'req/s', 'max-num-seqs 64']) expect(image).toContain(text)
  })

  it('have a table of all cells', () => {
    expect(parallelTable(input)).toMatchObject({
      columns: ['load', 'batch', 'req/s', 'p99 TTFT (ms)'],
      rows: { length: 4 },
    })
    expect(parallelTable(input).rows[1]).toEqual(['256 at 8/s', 'max-num-seqs 256', 8, 80])
  })
})
