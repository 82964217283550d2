// The throughput–latency curve of a sweep: how much longer an answer takes as the server is asked for more.
import { chartFont, type ChartTheme } from '../chart-theme.ts'
import { curveStyle, type CurveStyle } from '../palette.ts'
import { horizontalAxis, verticalAxis } from './axis.ts'
import type { ChartOption, LineSeriesOption, ScatterSeriesOption } from './chart-option.ts'
import { latencyUnit, type LatencyUnit } from '#renderer/format/latency-unit.ts'
import type { PlotTable } from './plot-table.ts'
import { pointIndexOf } from './point-index.ts'
import { tooltipFrame, tooltipHtml, type TooltipLine } from './tooltip.ts'
import type { MetricName } from '#core/model/fields/report-fields.ts'

export type CurvePoint = Readonly<{
  /** Position in the sweep, from 0. */
  index: number
  /** What was asked, in words: rate and concurrency. */
  label: string
  throughput: number
  medianMs: number | null
  p99Ms: number | null
  /** False for points whose numbers are not to be leant on: saturated, cancelled, with failures. */
  solid: boolean
  /** More to say on hover. */
  facts: readonly Readonly<{ name: string; value: string }>[]
}>

export type Curve = Readonly<{ name: string; points: readonly CurvePoint[] }>

export type CurveStatistic = 'median' | 'p99'

export type LatencyCurveInput = Readonly<{
  metric: MetricName
  /** One per concurrency limit, each in order of load. */
  curves: readonly Curve[]
  latencyLog: boolean
  throughputLog: boolean
  /** Draw throughput upwards and latency to the right. */
  swapped: boolean
  limitMs: number | null
  kneeIndex: number | null
  selectedIndex: number | null
  theme: ChartTheme
  text: Readonly<{
    throughput: string
    /** The metric's name without unit. */
    latency: string
    median: string
    p99: string
    limit: string
    knee: string
    point: string
  }>
}>

const statistics: readonly CurveStatistic[] = ['median', 'p99']

function latencyMs(point: CurvePoint, statistic: CurveStatistic): number | null {
  return statistic === 'median' ? point.medianMs : point.p99Ms
}

function allPoints(input: LatencyCurveInput): CurvePoint[] {
  return input.curves.flatMap((curve) => curve.points)
}

function unitOf(input: LatencyCurveInput): LatencyUnit {
  return latencyUnit(allPoints(input).flatMap((point) => [point.medianMs, point.p99Ms]))
}

function place(input: LatencyCurveInput, point: CurvePoint, latency: number): number[] {
  return input.swapped
    ? [latency, point.throughput, point.index]
    : [point.throughput, latency, point.index]
}

/** One curve takes its metric's colour; several are told apart by colour and shape. */
function styleOf(input: LatencyCurveInput, position: number): CurveStyle {
  return input.curves.length === 1
    ? { color: input.theme.series[input.metric], symbol: 'circle' }
    : curveStyle(position, input.theme.series)
}

/** Both lines of a curve share its name among several, so that the legend shows and hides them together. */
function seriesName(input: LatencyCurveInput, curve: Curve, statistic: CurveStatistic): string {
  return input.curves.length === 1 ? input.text[statistic] : curve.name
}

function curveSeries(
  input: LatencyCurveInput,
  options: { curve: Curve; style: CurveStyle; statistic: CurveStatistic },
): LineSeriesOption {
  const { curve, style, statistic } = options
  const name = seriesName(input, curve, statistic)
  return {
    type: 'line',
    id: `${curve.name}/${statistic}`,
    name,
    symbol: style.symbol,
    symbolSize: 9,
    color: style.color,
    lineStyle: { color: style.color, width: 2, type: statistic === 'p99' ? 'dashed' : 'solid' },
    emphasis: { focus: 'none', scale: 1.4 },
    endLabel: {
      show: input.curves.length === 1 || statistic === 'p99',
      formatter: name,
      color: input.theme.text,
      fontFamily: chartFont,
      fontSize: 12,
      distance: 8,
    },
    labelLayout: { moveOverlap: 'shiftY', hideOverlap: true },
    data: curve.points.flatMap((point) => {
      const latency = latencyMs(point, statistic)
      return latency === null ? [] : [curveItem(input, { point, latency, style, statistic })]
    }),
  }
}

function curveItem(
  input: LatencyCurveInput,
  options: { point: CurvePoint; latency: number; style: CurveStyle; statistic: CurveStatistic },
) {
  const { point, latency, style, statistic } = options
  const selected = point.index === input.selectedIndex
  return {
    value: place(input, point, latency),
    symbolSize: selected ? 13 : 9,
    itemStyle: {
      color: point.solid ? style.color : input.theme.surface,
      borderColor: selected ? input.theme.text : style.color,
      borderWidth: 2,
    },
    label: pointLabel(input, { point, statistic }),
  }
}

/** Several curves are too close together for words at each point; the knee is always named. */
function pointLabel(
  input: LatencyCurveInput,
  { point, statistic }: Readonly<{ point: CurvePoint; statistic: CurveStatistic }>,
) {
  const isKnee = point.index === input.kneeIndex
  const alone = input.curves.length === 1
  return {
    show: statistic === 'p99' && (isKnee || alone),
    formatter: [...(alone ? [point.label] : []), ...(isKnee ? [input.text.knee] : [])].join(' · '),
    position: 'top' as const,
    distance: isKnee ? 12 : 5,
    padding: [0, 2],
    backgroundColor: input.theme.surface,
    color: isKnee ? input.theme.accent : input.theme.mutedText,
    fontWeight: isKnee ? ('bold' as const) : ('normal' as const),
    fontFamily: chartFont,
    fontSize: 11,
  }
}

function kneeSeries(input: LatencyCurveInput): ScatterSeriesOption[] {
  const knee = allPoints(input).find((point) => point.index === input.kneeIndex)
  const latency = knee === undefined ? null : (knee.p99Ms ?? knee.medianMs)
  if (knee === undefined || latency === null) return []
  return [
    {
      type: 'scatter',
      id: 'knee',
      name: input.text.knee,
      symbol: 'circle',
      symbolSize: 26,
      silent: true,
      z: 5,
      itemStyle: { color: 'transparent', borderColor: input.theme.accent, borderWidth: 2 },
      data: [{ value: place(input, knee, latency) }],
    },
  ]
}

/** An empty series, because a mark line needs one to hang on and the legend may hide any other. */
function limitSeries(input: LatencyCurveInput): LineSeriesOption[] {
  if (input.limitMs === null) return []
  const at = input.swapped ? { xAxis: input.limitMs } : { yAxis: input.limitMs }
  return [
    {
      type: 'line',
      id: 'limit',
      name: input.text.limit,
      data: [],
      silent: true,
      markLine: {
        silent: true,
        symbol: 'none',
        lineStyle: { color: input.theme.bad, type: 'solid', width: 1 },
        label: {
          formatter: input.text.limit,
          position: input.swapped ? 'end' : 'insideStartTop',
          color: input.theme.bad,
          fontFamily: chartFont,
        },
        data: [at],
      },
    },
  ]
}

function tooltipLines(point: CurvePoint): TooltipLine[] {
  return point.facts.map((fact) => ({ color: null, ...fact }))
}

function axes(input: LatencyCurveInput) {
  const { theme, text } = input
  const unit = unitOf(input)
  const points = allPoints(input)
  const throughput = {
    name: text.throughput,
    log: input.throughputLog,
    theme,
    values: points.map((point) => point.throughput),
  }
  const latency = {
    name: `${text.latency} (${unit.symbol})`,
    log: input.latencyLog,
    theme,
    divisor: unit.ms,
    values: points.flatMap(({ medianMs, p99Ms }) => [medianMs ?? 0, p99Ms ?? 0]),
  }
  return input.swapped
    ? { xAxis: horizontalAxis(latency), yAxis: verticalAxis(throughput) }
    : { xAxis: horizontalAxis(throughput), yAxis: verticalAxis(latency) }
}

export function latencyCurveOption(input: LatencyCurveInput): ChartOption {
  const { theme } = input
  const byIndex = new Map(allPoints(input).map((point) => [point.index, point]))
  const lines = input.curves.flatMap((curve, position) =>
    statistics.map((statistic) =>
      curveSeries(input, { curve, style: styleOf(input, position), statistic }),
    ),
  )
  return {
    animationDuration: 120,
    animationDurationUpdate: 120,
    grid: { left: 56, right: 72, top: 56, bottom: 48 },
    legend: {
      top: 4,
      right: 8,
      itemWidth: 24,
      data: [...new Set(lines.map((line) => String(line.name)))],
      textStyle: { color: theme.text, fontFamily: chartFont, fontSize: 12 },
      inactiveColor: theme.line,
    },
    tooltip: {
      ...tooltipFrame(theme),
      trigger: 'item',
      axisPointer: { type: 'cross' },
      formatter: (hovered) => {
        const point = byIndex.get(pointIndexOf(hovered) ?? -1)
        return point === undefined ? '' : tooltipHtml(point.label, tooltipLines(point))
      },
    },
    ...axes(input),
    series: [...limitSeries(input), ...lines, ...kneeSeries(input)],
  }
}

export function latencyCurveTable(input: LatencyCurveInput): PlotTable {
  const { text } = input
  return {
    columns: [
      text.point,
      text.throughput,
      `${text.median} ${text.latency} (ms)`,
      `${text.p99} ${text.latency} (ms)`,
    ],
    rows: allPoints(input).map((point) => [
      point.label,
      point.throughput,
      point.medianMs,
      point.p99Ms,
    ]),
  }
}
