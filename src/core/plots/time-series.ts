// A small plot of one or a few things as time goes by, growing at its right end.
import { plainLegend } from './legend.ts'
import type { ChartTheme, SeriesKey } from './theme.ts'
import { horizontalAxis, tickText, verticalAxis } from './axis.ts'
import type { ChartOption, LineSeriesOption } from './option.ts'
import type { PlotTable } from './plot-table.ts'
import { tooltipFrame, tooltipHtml } from './tooltip.ts'
import { formatNumber } from '#core/format/numbers.ts'

export type TimeSeries = Readonly<{
  key: SeriesKey
  name: string
  unit: string
  /** Seconds since the start, value; null where nothing came. */
  points: readonly (readonly [number, number | null])[]
}>

type TimeSeriesInput = Readonly<{
  series: readonly TimeSeries[]
  /** What the vertical axis measures, with its unit. */
  axisName: string
  theme: ChartTheme
  text: Readonly<{ elapsed: string }>
}>

function lineOf(series: TimeSeries, theme: ChartTheme): LineSeriesOption {
  const color = theme.series[series.key]
  return {
    type: 'line',
    id: series.key,
    name: series.name,
    color,
    symbol: 'none',
    sampling: 'lttb',
    connectNulls: true,
    lineStyle: { color, width: 1.5, type: series.key === 'requestsAsked' ? 'dashed' : 'solid' },
    data: series.points.map((point) => [...point]),
  }
}

function tooltip({ series, theme }: TimeSeriesInput, atS: number): string {
  const lines = series.flatMap(({ key, name, unit, points }) => {
    const point = points.find(([pointAtS]) => pointAtS === atS)
    return point === undefined
      ? []
      : [{ color: theme.series[key], name, value: `${formatNumber(point[1])} ${unit}` }]
  })
  return tooltipHtml(`${tickText(atS)} s`, lines)
}

/** Of the first item under the mouse. */
function hoveredTime(hovered: unknown): number | null {
  const first: unknown = Array.isArray(hovered) ? hovered[0] : hovered
  if (typeof first !== 'object' || first === null || !('value' in first)) return null
  const atS: unknown = Array.isArray(first.value) ? first.value[0] : undefined
  return typeof atS === 'number' ? atS : null
}

export function timeSeriesOption(input: TimeSeriesInput): ChartOption {
  const { series, theme } = input
  const time = horizontalAxis({ name: input.text.elapsed, log: false, theme })
  return {
    animation: false,
    grid: { left: 52, right: 16, top: 36, bottom: 44 },
    legend: {
      ...plainLegend(theme),
      show: series.length > 1,
      top: 0,
      right: 8,
      itemWidth: 20,
      itemHeight: 8,
      itemStyle: { opacity: 0 },
    },
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'axis',
      formatter: (hovered) => {
        const atS = hoveredTime(hovered)
        return atS === null ? '' : tooltip(input, atS)
      },
    },
    xAxis: {
      ...time,
      min: 0,
      max: 'dataMax',
      axisLabel: { ...time.axisLabel, showMaxLabel: false },
    },
    yAxis: { ...verticalAxis({ name: input.axisName, log: false, theme }), splitNumber: 3 },
    series: series.map((one) => lineOf(one, theme)),
  }
}

/** One row per moment any of the series has a value for. */
export function timeSeriesTable({ series, text }: TimeSeriesInput): PlotTable {
  const values = series.map(({ points }) => new Map(points))
  const moments = [...new Set(series.flatMap(({ points }) => points.map(([atS]) => atS)))]
  return {
    columns: [text.elapsed, ...series.map(({ name, unit }) => `${name} (${unit})`)],
    rows: moments
      .sort((a, b) => a - b)
      .map((atS) => [atS, ...values.map((byTime) => byTime.get(atS) ?? null)]),
  }
}
