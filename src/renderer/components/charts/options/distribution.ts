// How one latency was spread over the requests: a histogram, or the share of requests at or below each value.
import { chartFont, type ChartTheme } from '../chart-theme.ts'
import { horizontalAxis, tickText, verticalAxis } from './axis.ts'
import type { ChartOption, LineSeriesOption } from './chart-option.ts'
import { hoveredPosition } from './hovered-position.ts'
import { latencyUnit, type LatencyUnit } from '#renderer/format/latency-unit.ts'
import type { PlotTable } from './plot-table.ts'
import { tooltipFrame, tooltipHtml } from './tooltip.ts'
import type { Distribution } from '#contract/views.ts'

export type DistributionForm = 'histogram' | 'cdf'

export type DistributionInput = Readonly<{
  distribution: Distribution
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

/** Linear between the two quantiles around it, as everywhere else. */
export function valueAtQuantile(
  { quantiles, values }: Distribution,
  wanted: number,
): number | null {
  const after = quantiles.findIndex((quantile) => quantile >= wanted)
  const [low, high] = [quantiles[after - 1], quantiles[after]]
  const [from, to] = [values[after - 1], values[after]]
  if (high === undefined || to === undefined) return null
  if (high === wanted || low === undefined || from === undefined) return to
  return from + ((wanted - low) / (high - low)) * (to - from)
}

/** A logarithmic axis has no zero: what lies there is drawn half an edge before the first positive one. */
function drawableEdges(edges: readonly number[]): number[] {
  const smallest = edges.find((edge) => edge > 0) ?? 1
  return edges.map((edge) => Math.max(edge, smallest / 2))
}

/** Corners of the bars: up at each edge, flat to the next, down to zero at the end. */
function histogramPlaces({ distribution, log }: DistributionInput): Place[] {
  const edges = log ? drawableEdges(distribution.edges) : distribution.edges
  return edges.map((edge, index) => [edge, distribution.counts[index] ?? 0])
}

function cdfPlaces({ distribution, log }: DistributionInput): Place[] {
  const places = distribution.values.map((value, index): Place => [
    value,
    (distribution.quantiles[index] ?? 0) * 100,
  ])
  return log ? places.filter(([value]) => value > 0) : places
}

function quantileMarks(input: DistributionInput, unit: LatencyUnit) {
  const marks = [
    { name: 'p50', quantile: 0.5 },
    { name: 'p99', quantile: 0.99 },
  ]
  return marks.flatMap(({ name, quantile }) => {
    const value = valueAtQuantile(input.distribution, quantile)
    return value === null ? [] : [{ name: `${name} ${tickText(value / unit.ms)}`, xAxis: value }]
  })
}

function series(input: DistributionInput, unit: LatencyUnit): LineSeriesOption {
  const { distribution, form, theme } = input
  const color = input.theme.series[distribution.metric]
  const histogram = form === 'histogram'
  return {
    type: 'line',
    id: form,
    name: input.text.latency,
    color,
    step: histogram ? 'end' : false,
    symbol: 'none',
    lineStyle: { color, width: histogram ? 1 : 2 },
    areaStyle: { color, opacity: histogram ? 0.3 : 0.08 },
    data: (histogram ? histogramPlaces(input) : cdfPlaces(input)).map((place) => [...place]),
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { color: theme.text, type: 'dashed', width: 1, opacity: 0.6 },
      label: { formatter: '{b}', color: theme.text, fontFamily: chartFont, fontSize: 11 },
      data: quantileMarks(input, unit),
    },
  }
}

function tooltip(input: DistributionInput, hovered: unknown, unit: LatencyUnit): string {
  const { distribution, form, text } = input
  const position = hoveredPosition(hovered)
  const color = input.theme.series[distribution.metric]
  if (form === 'histogram') {
    const bin = Math.min(position, distribution.counts.length - 1)
    const [low, high] = [distribution.edges[bin], distribution.edges[bin + 1]]
    if (low === undefined || high === undefined) return ''
    const heading = `${tickText(low / unit.ms)} – ${tickText(high / unit.ms)} ${unit.symbol}`
    return tooltipHtml(heading, [
      { color, name: text.count, value: tickText(distribution.counts[bin] ?? 0) },
    ])
  }
  const place = cdfPlaces(input)[position]
  if (place === undefined) return ''
  return tooltipHtml(`${tickText(place[0] / unit.ms)} ${unit.symbol}`, [
    { color, name: text.share, value: `${tickText(place[1])} %` },
  ])
}

export function distributionOption(input: DistributionInput): ChartOption {
  const { distribution, form, theme, text } = input
  const unit = latencyUnit(distribution.values)
  const latency = {
    name: `${text.latency} (${unit.symbol})`,
    log: input.log,
    theme,
    divisor: unit.ms,
  }
  const upwards = { name: form === 'histogram' ? text.count : text.share, log: false, theme }
  return {
    animation: false,
    grid: { left: 52, right: 24, top: 44, bottom: 48 },
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'axis',
      formatter: (hovered) => tooltip(input, hovered, unit),
    },
    xAxis: {
      ...horizontalAxis(latency),
      ...(input.log ? { min: 'dataMin', max: 'dataMax' } : { scale: true }),
    },
    yAxis: { ...verticalAxis(upwards), ...(form === 'cdf' ? { max: 100 } : {}) },
    series: [series(input, unit)],
  }
}

export function distributionTable({ distribution, form, text }: DistributionInput): PlotTable {
  if (form === 'cdf') {
    return {
      columns: [text.quantile, `${text.latency} (ms)`],
      rows: distribution.quantiles.map((quantile, index) => [
        quantile,
        distribution.values[index] ?? null,
      ]),
    }
  }
  return {
    columns: [`${text.from} (ms)`, `${text.to} (ms)`, text.count],
    rows: distribution.counts.map((count, index) => [
      distribution.edges[index] ?? null,
      distribution.edges[index + 1] ?? null,
      count,
    ]),
  }
}
