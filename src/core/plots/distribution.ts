// Distribution of one latency over the requests: a histogram, or the share of requests at or below each value.
import { barSeries } from './marks.ts'
import { chartFont, type ChartTheme } from './theme.ts'
import { horizontalAxis, tickText, verticalAxis } from './axis.ts'
import type { ChartOption, LineSeriesOption } from './option.ts'
import { hoveredPosition } from './hovered.ts'
import { formatCount } from '#core/base/numbers.ts'
import {
  exactUnit,
  type LatencyUnit,
  type OnPage,
  shownUnit,
  withUnitOf,
} from '#core/metrics/latency-unit.ts'
import type { PlotTable } from './plot-table.ts'
import { tooltipOf, tooltipHtml } from './tooltip.ts'
import type { MetricDistribution } from '#core/stats/drawing/distribution.ts'

export type DistributionForm = 'histogram' | 'cdf'

export type DistributionInput = OnPage &
  Readonly<{
    distribution: MetricDistribution
    form: DistributionForm
    log: boolean
    theme: ChartTheme
    text: Readonly<{
      /** The metric's name without unit. */
      latency: string
      count: string
      share: string
      from: string
      to: string
      quantile: string
    }>
  }>

type Place = readonly [number, number]

/** Interpolates linearly between the adjacent quantiles, as everywhere else. Exported for tests. */
export function valueAtQuantile(
  { quantiles, values }: MetricDistribution,
  wanted: number,
): number | null {
  const after = quantiles.findIndex((quantile) => quantile >= wanted)
  const [low, high] = [quantiles[after - 1], quantiles[after]]
  const [from, to] = [values[after - 1], values[after]]
  if (high === undefined || to === undefined) return null
  if (high === wanted || low === undefined || from === undefined) return to
  return from + ((wanted - low) / (high - low)) * (to - from)
}

/** A logarithmic axis has no zero, so zero is drawn at half of the first positive edge. */
function drawableEdges(edges: readonly number[]): number[] {
  const smallest = edges.find((edge) => edge > 0) ?? 1
  return edges.map((edge) => Math.max(edge, smallest / 2))
}

type Bin = Readonly<{
  from: number
  to: number
  /** End of the bar; the bar of a far tail is as wide as the others. */
  drawnTo: number
  count: number
}>

function bins({ distribution, log }: DistributionInput): Bin[] {
  const edges = log ? drawableEdges(distribution.edges) : distribution.edges
  const [first = 0, second = Infinity] = edges
  const width = log ? Infinity : second - first
  return distribution.counts.map((count, index) => {
    const [from, to] = [edges[index] ?? 0, edges[index + 1] ?? 0]
    return { from, to, drawnTo: Math.min(to, from + width), count }
  })
}

function cdfPlaces({ distribution, log }: DistributionInput): Place[] {
  const places = distribution.values.map((value, index): Place => [
    value,
    (distribution.quantiles[index] ?? 0) * 100,
  ])
  return log ? places.filter(([value]) => value > 0) : places
}

function drawnValues(input: DistributionInput): number[] {
  return input.form === 'histogram'
    ? bins(input).flatMap(({ from, drawnTo }) => [from, drawnTo])
    : cdfPlaces(input).map(([value]) => value)
}

function quantileMarks(input: DistributionInput, unit: LatencyUnit) {
  // Stacked vertically, because they may be close together.
  const marks = [
    { name: 'p50', quantile: 0.5, distance: 4 },
    { name: 'p99', quantile: 0.99, distance: 17 },
  ]
  return marks.flatMap(({ name, quantile, distance }) => {
    const value = valueAtQuantile(input.distribution, quantile)
    if (value === null) return []
    return [{ name: `${name} ${tickText(value / unit.ms)}`, xAxis: value, label: { distance } }]
  })
}

/** The bar of a far tail is named by its start, because it is narrower than its bin. */
function tailMarks(input: DistributionInput, unit: LatencyUnit) {
  if (input.form === 'cdf') return []
  const tail = bins(input).at(-1)
  // Rounding errors of float sums are not tails.
  if (tail === undefined || tail.to - tail.drawnTo < (tail.drawnTo - tail.from) / 100) return []
  const name = `> ${tickText(tail.from / unit.ms)}`
  const xAxis = (tail.from + tail.drawnTo) / 2
  return [{ name, xAxis, label: { distance: 30 }, lineStyle: { opacity: 0 } }]
}

function histogramBars(input: DistributionInput) {
  const color = input.theme.series[input.distribution.metric]
  const bars = bins(input).map(({ from, drawnTo, count }) => ({ from, to: drawnTo, high: count }))
  return barSeries({ id: 'bars', color, bars, silent: true })
}

/** Line with the quantile symbols and the tooltip; in a histogram it is hidden behind the bars. */
function lineSeries(input: DistributionInput, unit: LatencyUnit): LineSeriesOption {
  const { distribution, form, theme } = input
  const color = theme.series[distribution.metric]
  const histogram = form === 'histogram'
  const centres = bins(input).map(({ from, drawnTo, count }): Place => [
    (from + drawnTo) / 2,
    count,
  ])
  return {
    type: 'line',
    id: 'line',
    name: input.text.latency,
    color,
    symbol: 'none',
    lineStyle: { color, width: histogram ? 0 : 2 },
    areaStyle: { color, opacity: histogram ? 0 : 0.08 },
    data: (histogram ? centres : cdfPlaces(input)).map((place) => [...place]),
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { color: theme.text, type: 'dashed', width: 1, opacity: 0.6 },
      label: { formatter: '{b}', color: theme.text, fontFamily: chartFont, fontSize: 11 },
      data: [...quantileMarks(input, unit), ...tailMarks(input, unit)],
    },
  }
}

function tooltip(input: DistributionInput, hovered: unknown, unit: LatencyUnit): string {
  const { distribution, form, text } = input
  const position = hoveredPosition(hovered)
  const color = input.theme.series[distribution.metric]
  if (form === 'histogram') {
    const bin = bins(input)[position]
    if (bin === undefined) return ''
    const heading = `${tickText(bin.from / unit.ms)} – ${tickText(bin.to / unit.ms)} ${unit.symbol}`
    return tooltipHtml(heading, [{ color, name: text.count, value: formatCount(bin.count) }])
  }
  const place = cdfPlaces(input)[position]
  if (place === undefined) return ''
  return tooltipHtml(`${tickText(place[0] / unit.ms)} ${unit.symbol}`, [
    { color, name: text.share, value: `${tickText(place[1])} %` },
  ])
}

export function distributionOption(input: DistributionInput): ChartOption {
  const { distribution, form, theme, text } = input
  const unit = shownUnit(input, distribution.metric, distribution.values)
  const latency = {
    name: withUnitOf(text.latency, unit),
    log: input.log,
    theme,
    divisor: unit.ms,
    values: drawnValues(input),
  }
  const upwards = {
    name: form === 'histogram' ? text.count : text.share,
    ...{ log: false, theme, hasNamesAbove: true },
  }
  return {
    animation: false,
    grid: { left: 52, right: 24, top: 52, bottom: 44 },
    tooltip: tooltipOf(theme, 'axis', (hovered) => tooltip(input, hovered, unit)),
    xAxis: { ...horizontalAxis(latency), scale: true },
    yAxis: { ...verticalAxis(upwards), ...(form === 'cdf' ? { max: 100 } : {}) },
    series: [...(form === 'histogram' ? [histogramBars(input)] : []), lineSeries(input, unit)],
  }
}

export function distributionTable({ distribution, form, text }: DistributionInput): PlotTable {
  const unit = exactUnit(distribution.metric)
  const inUnit = (ms: number | undefined) => (ms === undefined ? null : ms / unit.ms)
  if (form === 'cdf') {
    return {
      columns: [`${text.quantile} (%)`, withUnitOf(text.latency, unit)],
      rows: distribution.quantiles.map((quantile, index) => [
        Number((quantile * 100).toPrecision(10)),
        inUnit(distribution.values[index]),
      ]),
    }
  }
  return {
    columns: [withUnitOf(text.from, unit), withUnitOf(text.to, unit), text.count],
    rows: distribution.counts.map((count, index) => [
      inUnit(distribution.edges[index]),
      inUnit(distribution.edges[index + 1]),
      count,
    ]),
  }
}
