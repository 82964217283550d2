// Predicted latency over load: a dashed line in the band of its interval, with the measured runs as points.
import type { Interval } from '#core/stats/certainty/interval.ts'
import { exactUnit, latencyUnit, withUnitOf } from '#core/metrics/latency-unit.ts'
import { horizontalAxis, shareOfAxis, verticalAxis } from '#core/plots/axis.ts'
import { errorBars, limitLine, type PlotValue } from '#core/plots/marks.ts'
import type { ChartOption, CustomSeriesOption, LineSeriesOption } from '#core/plots/option.ts'
import type { PlotTable } from '#core/plots/plot-table.ts'
import { chartFont, type ChartTheme } from '#core/plots/theme.ts'
import { pointTooltip } from '#core/plots/tooltip.ts'

/** Requests per second and ms; Infinity if the latency grows without bound. */
export type PredictedPlotPoint = Readonly<{
  rate: number
  low: number
  value: number
  high: number
}>

type MeasuredPlotPoint = Readonly<{
  name: string
  rate: number
  latency: PlotValue
  facts: readonly Readonly<{ name: string; value: string }>[]
}>

export type PredictionPlotInput = Readonly<{
  metric: 'ttft' | 'tpot' | 'e2el'
  points: readonly PredictedPlotPoint[]
  measured: readonly MeasuredPlotPoint[]
  limit: Readonly<{ name: string; ms: number }> | null
  /** Load that the limit allows. */
  capacity: Interval | null
  log: boolean
  theme: ChartTheme
  /** `latency` with its statistic. */
  text: Readonly<
    Record<'rate' | 'latency' | 'predicted' | 'measured' | 'capacity' | 'low' | 'high', string>
  >
}>

/** Vertical position above all latencies, for an interval without an upper end. */
function ceilingOf({ points, measured, limit }: PredictionPlotInput): number {
  const finite = [
    ...points.map(({ value }) => value).filter(Number.isFinite),
    ...measured.map(({ latency }) => latency.value),
    limit?.ms ?? 0,
  ]
  return 1.1 * Math.max(...finite)
}

/** One quadrilateral between two adjacent loads. */
function band(input: PredictionPlotInput, ceiling: number): CustomSeriesOption {
  const color = input.theme.series[input.metric]
  const shown = (value: number) => Math.min(value, 2 * ceiling)
  return {
    ...{ type: 'custom', id: 'band', silent: true, clip: true, z: 1, color },
    name: input.text.predicted,
    data: input.points.slice(1).map((to, before) => {
      const from = input.points[before] ?? to
      return [from.rate, from.low, from.high, to.rate, to.low, to.high].map(shown)
    }),
    encode: { x: [0, 3], y: [1, 4] },
    renderItem: (_, api) => {
      const at = (x: number, y: number) => api.coord([api.value(x), api.value(y)])
      const corners = [at(0, 1), at(3, 4), at(3, 5), at(0, 2)]
      return { type: 'polygon', shape: { points: corners }, style: { fill: color, opacity: 0.14 } }
    },
  }
}

function line({ points, metric, theme, text }: PredictionPlotInput): LineSeriesOption {
  const color = theme.series[metric]
  return {
    ...{ type: 'line', id: 'predicted', name: text.predicted, color },
    ...{ symbol: 'circle', symbolSize: 5, smooth: false },
    lineStyle: { color, width: 2, type: 'dashed' },
    itemStyle: { color: theme.surface, borderColor: color, borderWidth: 1.5 },
    emphasis: { focus: 'none' },
    data: points.flatMap(({ rate, value }, index) =>
      Number.isFinite(value) ? [[rate, value, index]] : [],
    ),
  }
}

/** Runs follow the predicted points in the order of tooltips. */
function measuredSeries(input: PredictionPlotInput): (LineSeriesOption | CustomSeriesOption)[] {
  const { measured, points, metric, theme, text } = input
  const color = theme.series[metric]
  return [
    {
      ...{ type: 'line', id: 'measured', name: text.measured, color },
      ...{ symbol: 'circle', symbolSize: 10, z: 4 },
      lineStyle: { width: 0 },
      emphasis: { focus: 'none', scale: 1.3 },
      data: measured.map(({ rate, latency }, index) => [
        rate,
        latency.value,
        points.length + index,
      ]),
    },
    errorBars({
      ...{ id: 'intervals', name: text.measured, color },
      points: measured.map(({ rate, latency }) => ({
        x: { value: rate, interval: null },
        y: latency,
      })),
    }),
  ]
}

function capacityBand({ capacity, text, theme }: PredictionPlotInput): LineSeriesOption[] {
  if (capacity === null || !(capacity.high > 0)) return []
  return [
    {
      ...{ type: 'line', id: 'capacity', name: text.capacity, data: [], silent: true },
      markArea: {
        silent: true,
        itemStyle: { color: theme.accent, opacity: 0.12 },
        label: {
          ...{ color: theme.accent, fontFamily: chartFont, fontSize: 12, position: 'insideTop' },
        },
        data: [[{ name: text.capacity, xAxis: capacity.low }, { xAxis: capacity.high }]],
      },
    },
  ]
}

export function predictionOption(input: PredictionPlotInput): ChartOption {
  const { points, measured, limit, theme, text, log } = input
  const ceiling = ceilingOf(input)
  const drawn = points.filter(({ value }) => Number.isFinite(value))
  const values = [
    ...drawn.map(({ value }) => value),
    ...measured.map(({ latency }) => latency.value),
  ]
  const unit = latencyUnit(values, input.metric)
  const number = (ms: number) =>
    Number.isFinite(ms) ? String(Number((ms / unit.ms).toPrecision(3))) : '∞'
  const facts = [
    ...points.map(({ rate, low, value, high }) => ({
      label: `${text.predicted} · ${Number(rate.toPrecision(3))} req/s`,
      facts: [
        { name: withUnitOf(text.latency, unit), value: number(value) },
        { name: text.low, value: number(low) },
        { name: text.high, value: number(high) },
      ],
    })),
    ...measured.map(({ name, facts: own }) => ({ label: name, facts: own })),
  ]
  const latency = {
    ...{ name: withUnitOf(text.latency, unit), log, theme, divisor: unit.ms },
    values: [...values, ...(limit === null ? [] : [limit.ms])],
  }
  const vertical = verticalAxis(latency)
  return {
    animationDuration: 120,
    animationDurationUpdate: 120,
    grid: { left: 64, right: 32, top: 56, bottom: 48 },
    tooltip: pointTooltip(facts, theme),
    xAxis: {
      ...horizontalAxis({ name: text.rate, log: false, theme }),
      min: 0,
      max: Math.max(...points.map(({ rate }) => rate), ...measured.map(({ rate }) => rate)),
    },
    yAxis: log ? vertical : { ...vertical, min: 0, max: ceiling },
    series: [
      ...capacityBand(input),
      band(input, ceiling),
      line(input),
      ...measuredSeries(input),
      ...(limit === null
        ? []
        : [
            limitLine({
              ...{ name: limit.name, at: limit.ms, upright: false, theme },
              share: shareOfAxis(limit.ms, latency),
            }),
          ]),
    ],
  }
}

export function predictionTable({
  metric,
  points,
  measured,
  text,
}: PredictionPlotInput): PlotTable {
  const unit = exactUnit(metric)
  const shown = (ms: number | undefined) =>
    ms === undefined || !Number.isFinite(ms) ? null : ms / unit.ms
  return {
    columns: ['', text.rate, withUnitOf(text.latency, unit), text.low, text.high],
    rows: [
      ...points.map(({ rate, low, value, high }) => [
        ...[text.predicted, rate],
        ...[shown(value), shown(low), shown(high)],
      ]),
      ...measured.map(({ name, rate, latency: { value, interval } }) => [
        ...[name, rate],
        ...[shown(value), shown(interval?.low), shown(interval?.high)],
      ]),
    ],
  }
}
