// Distributions of one latency in several runs, overlaid: histograms, cumulative shares, or percentiles on an axis with equal
// space for each additional nine.
import type { MetricDistribution } from '#core/stats/drawing/distribution.ts'
import { fewestValuesFor } from '#core/stats/certainty/percentile-interval.ts'
import { formatCount } from '#core/base/numbers.ts'
import {
  exactUnit,
  type LatencyUnit,
  type OnPage,
  shownUnit,
  withUnitOf,
} from '#core/metrics/latency-unit.ts'
import { type ChartTheme, curveStyle } from './theme.ts'
import { horizontalAxis, tickText, verticalAxis } from './axis.ts'
import type { ChartOption, LineSeriesOption } from './option.ts'
import { hoveredPlace, type Place } from './hovered.ts'
import { namedLegend } from './legend.ts'
import type { PlotTable } from './plot-table.ts'
import { tooltipOf, tooltipHtml } from './tooltip.ts'

export const overlayForms = ['histogram', 'cdf', 'ladder'] as const
export type OverlayForm = (typeof overlayForms)[number]

export type NamedDistribution = Readonly<{ name: string; distribution: MetricDistribution }>

type OverlayInput = OnPage &
  Readonly<{
    runs: readonly NamedDistribution[]
    form: OverlayForm
    /** Whether the latency axis is logarithmic. */
    log: boolean
    theme: ChartTheme
    text: Readonly<{
      /** Name of the metric without unit. */
      latency: string
      density: string
      share: string
      percentile: string
      values: string
    }>
  }>

/** Number of nines: 1 at the 90th percentile, 2 at the 99th. Exported for tests. */
export function ladderPlace(quantile: number): number {
  return -Math.log10(1 - quantile)
}

const ladderTicks = [0, 0.5, 0.9, 0.95, 0.99, 0.995, 0.999]

function percentileText(quantile: number): string {
  return `p${Number((quantile * 100).toPrecision(6))}`
}

/** Quantiles with enough samples, without min and max, which do not generalise to another run. */
function soundSteps({ quantiles, values, count }: MetricDistribution): Place[] {
  return quantiles.flatMap((quantile, index) => {
    const value = values[index]
    const sound = quantile < 1 && (quantile === 0 || fewestValuesFor(quantile * 100) <= count)
    return value !== undefined && sound ? [[quantile, value] as const] : []
  })
}

/** Highest percentile with enough samples; null if there is none. */
export function highestSound(distribution: MetricDistribution): string | null {
  const last = soundSteps(distribution).at(-1)
  return last === undefined || last[0] === 0 ? null : percentileText(last[0])
}

/** Percentage of the values per unit of the axis, so that bins of different width are comparable. */
function densities({ edges, counts, count }: MetricDistribution, { ms }: LatencyUnit): Place[] {
  const places = counts.flatMap((inBin, index): Place[] => {
    const [from = 0, to = 0] = [edges[index], edges[index + 1]]
    const density = to > from ? ((inBin / count) * 100) / ((to - from) / ms) : 0
    return [
      [from, density],
      [to, density],
    ]
  })
  const [first, last] = [places[0], places.at(-1)]
  return first && last ? [[first[0], 0], ...places, [last[0], 0]] : []
}

type DistributionLayout = Readonly<{
  places: (distribution: MetricDistribution, unit: LatencyUnit) => readonly Place[]
  /** True if latency is the vertical axis. */
  isUpright: boolean
}>

const drawings: Readonly<Record<OverlayForm, DistributionLayout>> = {
  histogram: { places: densities, isUpright: false },
  cdf: {
    places: ({ quantiles, values }) =>
      values.map((value, index): Place => [value, (quantiles[index] ?? 0) * 100]),
    isUpright: false,
  },
  ladder: {
    places: (distribution) =>
      soundSteps(distribution).map(([quantile, value]): Place => [ladderPlace(quantile), value]),
    isUpright: true,
  },
}

/** A single run keeps the hue of its latency; several runs differ in hue by position. */
function colorOf({ runs, theme }: OverlayInput, position: number): string {
  const run = runs[position]
  const metrics = new Set(runs.map(({ distribution }) => distribution.metric))
  if (run && metrics.size === runs.length) return theme.series[run.distribution.metric]
  return curveStyle(position, theme.series).color
}

function placesOf(input: OverlayInput, distribution: MetricDistribution, unit: LatencyUnit) {
  const { places, isUpright } = drawings[input.form]
  const latency = isUpright ? 1 : 0
  return places(distribution, unit).filter((place) => !input.log || place[latency] > 0)
}

function lineOf(input: OverlayInput, position: number, unit: LatencyUnit): LineSeriesOption[] {
  const run = input.runs[position]
  if (run === undefined) return []
  const color = colorOf(input, position)
  return [
    {
      type: 'line',
      id: `run ${position}`,
      name: run.name,
      color,
      symbol: 'none',
      lineStyle: { color, width: 2, type: position < 4 ? 'solid' : 'dashed' },
      areaStyle: { color, opacity: input.form === 'histogram' ? 0.12 : 0 },
      data: placesOf(input, run.distribution, unit).map((place) => [...place]),
    },
  ]
}

function axes(input: OverlayInput, unit: LatencyUnit) {
  const { form, runs, theme, text, log } = input
  const { isUpright } = drawings[form]
  const latency = {
    ...{ name: withUnitOf(text.latency, unit), log, theme, divisor: unit.ms },
    values: runs.flatMap(({ distribution }) =>
      placesOf(input, distribution, unit).map((place) => place[isUpright ? 1 : 0]),
    ),
  }
  if (isUpright) return { xAxis: ladderAxis(input), yAxis: verticalAxis(latency) }
  const name = form === 'cdf' ? text.share : `${text.density} ${unit.symbol}`
  return {
    xAxis: { ...horizontalAxis(latency), scale: true },
    yAxis: {
      ...verticalAxis({ name, log: false, theme }),
      ...(form === 'cdf' ? { max: 100 } : {}),
    },
  }
}

function ladderAxis({ runs, theme, text }: OverlayInput) {
  const axis = horizontalAxis({ name: text.percentile, log: false, theme })
  const reached = runs.flatMap(({ distribution }) =>
    soundSteps(distribution).map(([quantile]) => ladderPlace(quantile)),
  )
  const ticks = ladderTicks.map(ladderPlace)
  const max = ticks.find((tick) => tick >= Math.max(0, ...reached) - 1e-9) ?? ticks.at(-1) ?? 1
  const quantileAt = new Map(ladderTicks.map((quantile) => [ladderPlace(quantile), quantile]))
  const shown = { customValues: ticks.filter((tick) => tick <= max) }
  const written = (value: number) => percentileText(quantileAt.get(value) ?? 1 - 10 ** -value)
  return {
    ...axis,
    ...{ min: 0, max },
    axisTick: { ...axis.axisTick, ...shown },
    axisLabel: { ...axis.axisLabel, ...shown, formatter: written },
    axisPointer: {
      ...axis.axisPointer,
      label: {
        ...axis.axisPointer.label,
        formatter: ({ value }: { value: unknown }) => written(Number(value)),
      },
    },
  }
}

function hoveredSeries(hovered: unknown): Readonly<{ position: number; place: Place }> | null {
  const place = hoveredPlace(hovered)
  if (place === null || typeof hovered !== 'object' || hovered === null) return null
  const position = 'seriesIndex' in hovered ? hovered.seriesIndex : null
  return typeof position === 'number' ? { position, place } : null
}

/** Lists each run at its point nearest to the mouse. */
function tooltip(input: OverlayInput, hovered: unknown, unit: LatencyUnit): string {
  const items = (Array.isArray(hovered) ? hovered : [hovered]).flatMap(
    (item) => hoveredSeries(item) ?? [],
  )
  const [first] = items
  if (first === undefined) return ''
  const { isUpright } = drawings[input.form]
  const latency = (ms: number) => `${tickText(ms / unit.ms)} ${unit.symbol}`
  const across = first.place[0]
  const heading = isUpright ? percentileText(1 - 10 ** -across) : latency(across)
  const values = {
    histogram: (value: number) => `${tickText(value)} %`,
    cdf: (value: number) => `${tickText(value)} %`,
    ladder: latency,
  }[input.form]
  return tooltipHtml(
    heading,
    items.map(({ position, place }) => ({
      color: colorOf(input, position),
      name: input.runs[position]?.name ?? '',
      value: values(place[1]),
    })),
  )
}

export function overlayOption(input: OverlayInput): ChartOption {
  const { theme, runs } = input
  const values = runs.flatMap(({ distribution }) => distribution.values)
  const unit = shownUnit(input, runs[0]?.distribution.metric ?? 'ttft', values)
  return {
    animation: false,
    grid: { left: 56, right: 24, top: runs.length > 1 ? 60 : 36, bottom: 44 },
    legend: {
      ...namedLegend(theme, runs.length),
      show: runs.length > 1,
      top: 0,
      itemWidth: 20,
      itemStyle: { opacity: 0 },
    },
    tooltip: tooltipOf(theme, 'axis', (hovered) => tooltip(input, hovered, unit)),
    ...axes(input, unit),
    series: runs.flatMap((_, position) => lineOf(input, position, unit)),
  }
}

/** Percentiles of every run side by side, for every form of the plot. */
export function overlayTable({ runs, text }: OverlayInput): PlotTable {
  const [first] = runs
  const unit = exactUnit(first?.distribution.metric ?? 'ttft')
  const inUnit = (ms: number | undefined) => (ms === undefined ? null : ms / unit.ms)
  return {
    columns: [text.percentile, ...runs.map(({ name }) => withUnitOf(name, unit))],
    rows: [
      [text.values, ...runs.map(({ distribution }) => formatCount(distribution.count))],
      ...(first?.distribution.quantiles ?? []).map((quantile, index) => [
        percentileText(quantile),
        ...runs.map(({ distribution }) => inUnit(distribution.values[index])),
      ]),
    ],
  }
}
