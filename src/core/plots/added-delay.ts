// Delay that our own client adds as its load grows: one curve per number of streams, over events per second.
import type { AddedDelay, AddedMetric, CalibrationPoint } from '#core/model/run/calibration.ts'
import { formatNumber } from '#core/base/numbers.ts'
import { chartFont, type ChartTheme, curveStyle, type CurveStyle } from './theme.ts'
import { horizontalAxis, verticalAxis } from './axis.ts'
import type { ChartOption, LineSeriesOption } from './option.ts'
import type { PlotTable } from './plot-table.ts'
import { pointIndexOf } from './hovered.ts'
import { tooltipOf, tooltipHtml } from './tooltip.ts'

export type AddedStatistic = keyof AddedDelay

type AddedDelayInput = Readonly<{
  points: readonly CalibrationPoint[]
  metric: AddedMetric
  statistic: AddedStatistic
  theme: ChartTheme
  text: Readonly<{
    eventsPerS: string
    /** Quantity and unit of the vertical axis. */
    added: string
    streams: (count: number) => string
    overloaded: (by: NonNullable<CalibrationPoint['overloaded']>) => string
  }>
}>

/** Lower end of the logarithmic axis, which cannot show zero; smaller delays are negligible. */
const leastUs = 1

function addedUs({ metric, statistic }: AddedDelayInput, point: CalibrationPoint): number {
  return Math.max(leastUs, point.addedUs[metric][statistic])
}

type Curve = Readonly<{ streams: number; points: readonly CalibrationPoint[] }>

function curves({ points }: AddedDelayInput): Curve[] {
  const counts = [...new Set(points.map(({ streams }) => streams))].sort((a, b) => a - b)
  return counts.map((streams) => ({
    streams,
    points: points.filter((point) => point.streams === streams),
  }))
}

/** Hollow symbols are overloaded points, whose delay is queueing. */
function curveOf(
  input: AddedDelayInput,
  { streams, points }: Curve,
  { color, symbol }: CurveStyle,
): LineSeriesOption {
  const name = input.text.streams(streams)
  return {
    type: 'line',
    id: String(streams),
    name,
    symbol,
    symbolSize: 9,
    color,
    lineStyle: { color, width: 2 },
    emphasis: { focus: 'none', scale: 1.4 },
    endLabel: {
      ...{ show: true, formatter: name, color: input.theme.text, distance: 8 },
      ...{ fontFamily: chartFont, fontSize: 12 },
    },
    labelLayout: { moveOverlap: 'shiftY' },
    data: points.map((point) => ({
      value: [point.eventsPerS, addedUs(input, point), input.points.indexOf(point)],
      itemStyle: {
        color: point.overloaded === null ? color : input.theme.surface,
        borderColor: color,
        borderWidth: 2,
      },
    })),
  }
}

function tooltip(input: AddedDelayInput, point: CalibrationPoint): string {
  const { text, metric, statistic } = input
  const lines = [
    { color: null, name: text.eventsPerS, value: formatNumber(point.eventsPerS) },
    { color: null, name: text.added, value: formatNumber(point.addedUs[metric][statistic]) },
    ...(point.overloaded === null
      ? []
      : [{ color: null, name: text.overloaded(point.overloaded), value: '' }]),
  ]
  return tooltipHtml(text.streams(point.streams), lines)
}

export function addedDelayOption(input: AddedDelayInput): ChartOption {
  const { theme, text, points } = input
  const events = { name: text.eventsPerS, log: true, theme }
  const added = { name: text.added, log: true, theme }
  return {
    animationDuration: 120,
    animationDurationUpdate: 120,
    grid: { left: 56, right: 112, top: 36, bottom: 48 },
    tooltip: tooltipOf(theme, 'item', (hovered) => {
      const point = points[pointIndexOf(hovered) ?? -1]
      return point === undefined ? '' : tooltip(input, point)
    }),
    xAxis: horizontalAxis({ ...events, values: points.map(({ eventsPerS }) => eventsPerS) }),
    yAxis: verticalAxis({ ...added, values: points.map((point) => addedUs(input, point)) }),
    series: curves(input).map((curve, position) =>
      curveOf(input, curve, curveStyle(position, theme.series)),
    ),
  }
}

export function addedDelayTable({ points, metric, statistic, text }: AddedDelayInput): PlotTable {
  return {
    columns: ['', text.eventsPerS, text.added],
    rows: points.map((point) => [
      text.streams(point.streams),
      point.eventsPerS,
      point.addedUs[metric][statistic],
    ]),
  }
}
