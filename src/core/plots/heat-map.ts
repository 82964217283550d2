// Heat map of a sweep over two of its dimensions: a metric as text and shade, and whether its limits were met.
import { chartFont, type ChartTheme } from './theme.ts'
import type { ChartOption, CustomSeriesOption } from './option.ts'
import type { PlotTable } from './plot-table.ts'
import { outlineOf, type MarkedPoints } from './marks.ts'
import { pointTooltip } from './tooltip.ts'

export type HeatMapEntry = Readonly<{
  key: string
  /** Positions along the axes. */
  column: number
  row: number
  /** Null if nothing was measured. */
  value: number | null
  text: string
  /** Second line: the limits that are met. */
  mark: string
  /** False for cells with unreliable values. */
  solid: boolean
  label: string
  facts: readonly Readonly<{ name: string; value: string }>[]
}>

type HeatMapInput = MarkedPoints &
  Readonly<{
    cells: readonly HeatMapEntry[]
    columns: readonly string[]
    rows: readonly string[]
    /** Hue of the metric that the shade encodes. */
    color: string
    theme: ChartTheme
    text: Readonly<{ columnName: string; rowName: string; value: string; marks: string }>
  }>

/** Lightest and darkest shade; text stays readable on both. */
const shades = { least: 0.06, most: 0.5 }

/** Logarithmic, because loads and latencies grow by factors. */
function shadeOf(value: number, values: readonly number[]): number {
  const positive = values.filter((one) => one > 0)
  const [least, most] = [Math.min(...positive), Math.max(...positive)]
  if (value <= 0 || least === most) return shades.least
  const share = Math.log(value / least) / Math.log(most / least)
  return shades.least + share * (shades.most - shades.least)
}

function cellSeries(input: HeatMapInput): CustomSeriesOption {
  const { cells, theme, color } = input
  const values = cells.flatMap(({ value }) => value ?? [])
  return {
    type: 'custom',
    id: 'cells',
    data: cells.map(({ column, row }, index) => [column, row, index]),
    encode: { x: 0, y: 1 },
    renderItem: (_, api) => {
      const cell = cells[Number(api.value(2))]
      if (cell === undefined) return null
      const [x = 0, y = 0] = api.coord([api.value(0), api.value(1)])
      const size = api.size?.([1, 1]) ?? 0
      const [width = 0, height = 0] = Array.isArray(size) ? size : [size, size]
      const outline = outlineOf(cell.key, input)
      return {
        type: 'group',
        children: [
          {
            type: 'rect',
            shape: {
              x: x - width / 2 + 1,
              y: y - height / 2 + 1,
              width: width - 2,
              height: height - 2,
            },
            style: {
              fill: color,
              fillOpacity: cell.value === null ? 0 : shadeOf(cell.value, values),
              stroke: outline ?? theme.line,
              lineWidth: outline === null ? 1 : 2,
              lineDash: cell.solid ? [] : [4, 3],
            },
          },
          {
            type: 'text',
            style: {
              text: cell.mark === '' ? cell.text : `${cell.text}\n${cell.mark}`,
              ...{ x, y, textAlign: 'center', textVerticalAlign: 'middle' },
              ...{ fill: theme.text, font: `12px ${chartFont}`, lineHeight: 18 },
            },
          },
        ],
      }
    },
  }
}

/** Width of the longest name at 12 px, up to a maximum; longer names wrap. */
function labelWidth(names: readonly string[]): number {
  const longest = Math.max(0, ...names.map(({ length }) => length))
  return Math.min(Math.max(96, longest * 7), isDense(names) ? 200 : 160)
}

/** With many rows, names use smaller type and tighter lines. */
function isDense(names: readonly string[]): boolean {
  return names.length > 4
}

function categoryAxis(name: string, names: readonly string[], theme: ChartTheme) {
  return {
    type: 'category' as const,
    data: [...names],
    name,
    nameTextStyle: { color: theme.mutedText, fontFamily: chartFont, fontSize: 12 },
    axisLine: { show: true, lineStyle: { color: theme.line } },
    axisTick: { show: false },
    axisLabel: {
      ...{ color: theme.mutedText, fontFamily: chartFont, fontSize: isDense(names) ? 11 : 12 },
      ...{ interval: 0, width: labelWidth(names), overflow: 'break' as const },
      lineHeight: isDense(names) ? 12 : 16,
    },
    splitLine: { show: false },
  }
}

export function heatMapOption(input: HeatMapInput): ChartOption {
  const { columns, rows, cells, theme, text } = input
  return {
    animation: false,
    grid: { left: labelWidth(rows) + 16, right: 16, top: 36, bottom: 64 },
    tooltip: pointTooltip(cells, theme),
    xAxis: {
      ...categoryAxis(text.columnName, columns, theme),
      nameLocation: 'middle',
      nameGap: 40,
    },
    yAxis: {
      ...categoryAxis(text.rowName, rows, theme),
      nameLocation: 'end',
      nameGap: 12,
      // Extends to the right, over the cells, because a long name would leave the plot at the left edge.
      nameTextStyle: { color: theme.mutedText, fontFamily: chartFont, align: 'left' },
    },
    series: [cellSeries(input)],
  }
}

export function heatMapTable({ cells, columns, rows, text }: HeatMapInput): PlotTable {
  return {
    columns: [text.rowName, text.columnName, text.value, text.marks],
    rows: cells.map(({ column, row, value, mark }) => [
      ...[rows[row] ?? '', columns[column] ?? '', value, mark],
    ]),
  }
}
