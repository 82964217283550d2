// Scatter plot of a run's requests: send time against latency. Failed requests are along the bottom.
import { type MetricName } from '#core/metrics/latencies.ts'
import {
  exactUnit,
  type LatencyUnit,
  type OnPage,
  shownUnit,
  withUnitOf,
} from '#core/metrics/latency-unit.ts'
import { formatNumber } from '#core/base/numbers.ts'
import { plainLegend } from './legend.ts'
import { steadyBand, type SteadySpan } from './marks.ts'
import type { ChartTheme } from './theme.ts'
import { horizontalAxis, verticalAxis, zoomOf } from './axis.ts'
import type { ChartOption, ScatterSeriesOption } from './option.ts'
import { hoveredPlace, type Place } from './hovered.ts'
import type { PlotTable } from './plot-table.ts'
import { tooltipOf, tooltipHtml } from './tooltip.ts'

/** `ms` is null if the request has no such latency. */
type ScatterPoint = Readonly<{ atS: number; ms: number | null; failed: boolean }>

export type ScatterInput = OnPage &
  Readonly<{
    scatter: Readonly<{ points: readonly ScatterPoint[] }>
    metric: MetricName
    log: boolean
    /** Seconds since the start of the run. */
    span: Readonly<{ fromS: number; toS: number }>
    steady: SteadySpan | null
    theme: ChartTheme
    text: Readonly<{
      elapsed: string
      /** Name of the metric without unit. */
      latency: string
      completed: string
      failed: string
      steady: string
    }>
  }>

function answered({ scatter, log }: ScatterInput): Place[] {
  return scatter.points.flatMap(({ atS, ms, failed }) =>
    ms === null || failed || (log && ms <= 0) ? [] : [[atS, ms] as const],
  )
}

/** Places failed requests at the minimum of the axis, since most have no latency. */
function failed(input: ScatterInput): Place[] {
  const lowest = input.log ? Math.min(...answered(input).map(([, ms]) => ms), 1) : 0
  return input.scatter.points.flatMap((point) =>
    point.failed ? [[point.atS, lowest] as const] : [],
  )
}

function series(input: ScatterInput): ScatterSeriesOption[] {
  const { theme, metric, text, steady } = input
  return [
    {
      type: 'scatter',
      id: 'answered',
      name: text.completed,
      symbolSize: 5,
      // Draws all points as one shape, because a run of many requests is redrawn with every step of the wheel.
      ...{ large: true, largeThreshold: 1000 },
      color: theme.series[metric],
      itemStyle: { color: theme.series[metric], opacity: 0.6 },
      data: answered(input).map((place) => [...place]),
      ...steadyBand(steady, { name: text.steady, theme }),
    },
    {
      type: 'scatter',
      id: 'failed',
      name: text.failed,
      symbol: 'triangle',
      symbolSize: 9,
      color: theme.series.failures,
      z: 4,
      data: failed(input).map((place) => [...place]),
    },
  ]
}

function tooltip(
  { text, theme, metric }: ScatterInput,
  hovered: unknown,
  unit: LatencyUnit,
): string {
  const place = hoveredPlace(hovered)
  if (place === null) return ''
  const value = `${formatNumber(place[1] / unit.ms)} ${unit.symbol}`
  return tooltipHtml(`${formatNumber(place[0])} s`, [
    { color: theme.series[metric], name: text.latency, value },
  ])
}

export function scatterOption(input: ScatterInput): ChartOption {
  const { theme, text, span, log } = input
  const values = answered(input).map(([, ms]) => ms)
  const unit = shownUnit(input, input.metric, values)
  const latency = { name: withUnitOf(text.latency, unit), log, theme, divisor: unit.ms, values }
  const time = horizontalAxis({ name: text.elapsed, log: false, theme })
  const hasFailed = input.scatter.points.some((point) => point.failed)
  return {
    animation: false,
    grid: { left: 56, right: 24, top: 44, bottom: 48 },
    legend: {
      ...plainLegend(theme),
      ...{ show: hasFailed, top: 4, right: 8, itemWidth: 16 },
    },
    dataZoom: [zoomOf([0])],
    tooltip: tooltipOf(theme, 'item', (hovered) => tooltip(input, hovered, unit)),
    xAxis: {
      ...time,
      ...{ min: span.fromS, max: span.toS },
      axisLabel: { ...time.axisLabel, showMaxLabel: false },
    },
    yAxis: verticalAxis(latency),
    series: series(input),
  }
}

/** Plotted values, one row per point. */
export function scatterTable({ scatter, metric, text }: ScatterInput): PlotTable {
  const unit = exactUnit(metric)
  return {
    columns: [text.elapsed, withUnitOf(text.latency, unit), text.failed],
    rows: scatter.points.map(({ atS, ms, failed: lost }) => [
      atS,
      ms && ms / unit.ms,
      lost ? 1 : 0,
    ]),
  }
}

/** Replaces times by positions from 1, for loads whose requests are sent at the same time. */
export function inOrder({ points }: ScatterInput['scatter']): ScatterInput['scatter'] {
  return {
    points: points
      .toSorted((a, b) => a.atS - b.atS)
      .map((point, index) => ({ ...point, atS: index + 1 })),
  }
}
