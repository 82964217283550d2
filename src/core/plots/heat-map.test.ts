import { describe, expect, it } from 'vitest'
import { chartThemes } from './theme.ts'
import { renderSvg } from './render-svg.ts'
import { heatMapOption, heatMapTable, type HeatMapEntry } from './heat-map.ts'

type HeatMapInput = Parameters<typeof heatMapOption>[0]

const theme = chartThemes.light

function cell(column: number, row: number, value: number | null): HeatMapEntry {
  return {
    key: `${column}/${row}`,
    ...{ column, row, value, text: value === null ? '–' : `${value} ms`, mark: '✓ ✗' },
    ...{
      solid: row === 0,
      label: `cell ${column} ${row}`,
      facts: [{ name: 'p99', value: '1 <b>' }],
    },
  }
}

const input: HeatMapInput = {
  cells: [cell(0, 0, 10), cell(1, 0, 1000), cell(0, 1, 100), cell(1, 1, null)],
  columns: ['8/s', '64/s'],
  rows: ['max 8', 'no limit'],
  color: theme.series.ttft,
  ...{ selectedKey: '1/0', chosenKeys: [] },
  theme,
  text: { columnName: 'rate', rowName: 'limit', value: 'TTFT (ms)', marks: 'limits' },
}

function drawn(): string {
  return renderSvg(heatMapOption(input), { width: 800, height: 500 }, theme.surface)
}

describe('a heat map', () => {
  it('writes every cell with its value and its limits', () => {
    const image = drawn()
    for (const text of ['10 ms', '1000 ms', '100 ms', '✓ ✗', 'max 8', '64/s']) {
      expect(image).toContain(text)
    }
  })

  it('shades by the logarithm from the least to the greatest, and leaves empty what was not measured', () => {
    const shades = [...drawn().matchAll(/fill-opacity="([\d.]+)"/g)].map(([, shade]) =>
      Number(shade),
    )
    expect(shades).toContain(0.06)
    expect(shades).toContain(0.28)
    expect(shades).toContain(0.5)
    expect(shades).toContain(0)
  })

  it('dashes what is not to be leant on', () => {
    expect(drawn().match(/stroke-dasharray="4,3"/g)).toHaveLength(2)
  })

  it('has a table with one row per cell', () => {
    expect(heatMapTable(input)).toEqual({
      columns: ['limit', 'rate', 'TTFT (ms)', 'limits'],
      rows: [
        ['max 8', '8/s', 10, '✓ ✗'],
        ['max 8', '64/s', 1000, '✓ ✗'],
        ['no limit', '8/s', 100, '✓ ✗'],
        ['no limit', '64/s', null, '✓ ✗'],
      ],
    })
  })
})
