// Plot of a gate: for each figure the change in each repeat, the mean with its range, and the change that exceeds the tolerance.
import { signedPercent } from '#core/base/signed-percent.ts'
import { figureTraits } from '#core/metrics/figures.ts'
import { horizontalAxis } from '#core/plots/axis.ts'
import type { ChartOption, LineSeriesOption, ScatterSeriesOption } from '#core/plots/option.ts'
import type { PlotTable } from '#core/plots/plot-table.ts'
import { chartFont, type ChartTheme } from '#core/plots/theme.ts'
import { pointTooltip } from '#core/plots/tooltip.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import type { GateRow } from './gate-result.ts'
import type { GateMetric } from './judge-gate.ts'

/** Changes as shares; a positive change of a latency is a loss. */
export type GatePlotRow = Readonly<{
  name: string
  /** Change at which the loss exceeds the tolerance. */
  tolerated: number
  changes: readonly number[]
  /** Null before the first repeat. */
  change: number | null
  range: Interval | null
  state: GateRow['state'] | null
}>

type GatePlotInput = Readonly<{
  figures: readonly GatePlotRow[]
  theme: ChartTheme
  text: Readonly<Record<'change' | 'tolerance' | 'repeat' | 'mean' | 'figure' | 'range', string>>
}>

/** `row` is null before the first repeat. */
export function plottedFigure(figure: GateMetric, name: string, row: GateRow | null): GatePlotRow {
  const worse = figureTraits[figure.name].lowerIsBetter ? 1 : -1
  const bounds = row?.loss?.bounds ?? null
  const ends = bounds === null ? [] : [worse * bounds.low, worse * bounds.high]
  const [low, high] = ends.sort((one, other) => one - other)
  return {
    name,
    tolerated: worse * figure.tolerance,
    changes: row?.changes ?? [],
    change: row?.loss ? worse * row.loss.value : null,
    range: low === undefined || high === undefined ? null : { low, high },
    state: row?.state ?? null,
  }
}

const percent = 100

/** Half the height of a row, and the part of it that a shaded tolerance occupies. */
const half = 0.5
const inset = 0.12
const dotsBelow = 0.2

export function gatePlotOption(input: GatePlotInput): ChartOption {
  const { figures, theme, text } = input
  const range = rangeOf(figures)
  return {
    animation: false,
    grid: { left: 16, right: 24, top: 20, bottom: 44, containLabel: true },
    tooltip: pointTooltip(pointsOf(input), theme),
    xAxis: {
      ...horizontalAxis({ name: text.change, log: false, theme }),
      ...range,
      axisLine: { show: true, onZero: false, lineStyle: { color: theme.line } },
    },
    yAxis: {
      type: 'value',
      inverse: true,
      ...{ min: -half, max: figures.length - half, interval: 1 },
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        ...{ color: theme.text, fontFamily: chartFont, fontSize: 12 },
        customValues: figures.map((_, row) => row),
        formatter: (row: number) => figures[row]?.name ?? '',
      },
    },
    series: [
      zeroLine(theme),
      ...figures.map((figure, row) => tooMuch(figure, row, { range, theme, name: text.tolerance })),
      ...figures.flatMap((figure, row) => rangeBar(figure, row, theme)),
      repeatDots(input),
      meanDots(input),
    ],
  }
}

type Range = Readonly<{ min: number; max: number; interval: number }>

/** Axis steps on the side of 0 that extends further. */
const mostSteps = 4

/** Percent, rounded to whole steps, at least one on each side of 0. */
function rangeOf(figures: readonly GatePlotRow[]): Range {
  const values = figures.flatMap(({ tolerated, changes, change, range }) => [
    ...[1.8 * tolerated, change ?? 0, range?.low ?? 0, range?.high ?? 0],
    ...changes,
  ])
  const room = 1.05 * percent
  const [low, high] = [room * Math.min(0, ...values), room * Math.max(0, ...values)]
  const least = Math.max(-low, high, 1) / mostSteps
  const decade = 10 ** Math.floor(Math.log10(least))
  const interval = decade * ([1, 2, 2.5, 5, 10].find((one) => one * decade >= least) ?? 10)
  const steps = (reach: number) => interval * Math.max(1, Math.ceil(reach / interval))
  return { min: -steps(-low), max: steps(high), interval }
}

function zeroLine(theme: ChartTheme): LineSeriesOption {
  return {
    ...{ type: 'line', id: 'zero', data: [], silent: true },
    markLine: {
      ...{ silent: true, symbol: 'none', label: { show: false } },
      lineStyle: { color: theme.line, type: 'solid', width: 1 },
      data: [{ xAxis: 0 }],
    },
  }
}

type ShadedArea = Readonly<{ range: Range; theme: ChartTheme; name: string }>

/** From the tolerance to the edge of the plot. */
function tooMuch(
  { tolerated }: GatePlotRow,
  row: number,
  { range, theme, name }: ShadedArea,
): LineSeriesOption {
  const [top, bottom] = [row - half + inset, row + half - inset]
  const at = percent * tolerated
  return {
    ...{ type: 'line', id: `tolerance ${row}`, data: [], silent: true },
    markArea: {
      silent: true,
      itemStyle: { color: theme.bad, opacity: 0.1 },
      data: [[{ coord: [at, top] }, { coord: [at > 0 ? range.max : range.min, bottom] }]],
    },
    markLine: {
      ...{ silent: true, symbol: 'none' },
      lineStyle: { color: theme.bad, type: 'solid', width: 1.5 },
      label: {
        ...{ show: row === 0, position: 'start', formatter: name, color: theme.bad },
        ...{ fontFamily: chartFont, fontSize: 11, distance: 2 },
      },
      data: [[{ coord: [at, top] }, { coord: [at, bottom] }]],
    },
  }
}

function rangeBar({ range, state }: GatePlotRow, row: number, theme: ChartTheme) {
  if (range === null) return []
  const color = colorOf(state, theme)
  const bar: LineSeriesOption = {
    ...{ type: 'line', id: `range ${row}`, silent: true, symbol: 'none', z: 3, color },
    lineStyle: { color, width: 5, cap: 'round', opacity: 0.55 },
    data: [
      [percent * range.low, row],
      [percent * range.high, row],
    ],
  }
  return [bar]
}

function colorOf(state: GatePlotRow['state'], theme: ChartTheme): string {
  if (state === 'worse') return theme.bad
  return state === 'within' ? theme.accent : theme.mutedText
}

type Dot = Readonly<{ row: number; label: string; change: number; isMean: boolean }>

function dotsOf({ figures, text }: GatePlotInput): Dot[] {
  return figures.flatMap(({ changes, change }, row) => [
    ...changes.map((value, at) => ({
      ...{ row, change: value, label: `${text.repeat} ${at + 1}`, isMean: false },
    })),
    ...(change === null ? [] : [{ row, change, label: text.mean, isMean: true }]),
  ])
}

function pointsOf(input: GatePlotInput) {
  return dotsOf(input).map(({ row, label, change }) => ({
    label: `${input.figures[row]?.name ?? ''} · ${label}`,
    facts: [{ name: input.text.change, value: signedPercent(change) }],
  }))
}

function dotSeries(
  input: GatePlotInput,
  isMean: boolean,
  look: Omit<ScatterSeriesOption, 'data'>,
): ScatterSeriesOption {
  const data = dotsOf(input).flatMap((dot, index) =>
    dot.isMean === isMean
      ? [{ dot, value: [percent * dot.change, dot.row + (isMean ? 0 : dotsBelow), index] }]
      : [],
  )
  return {
    ...look,
    type: 'scatter',
    data: data.map(({ dot, value }) => ({
      value,
      ...(isMean && {
        itemStyle: { color: colorOf(input.figures[dot.row]?.state ?? null, input.theme) },
      }),
    })),
  }
}

function repeatDots(input: GatePlotInput): ScatterSeriesOption {
  const { mutedText, surface } = input.theme
  return dotSeries(input, false, {
    ...{ id: 'repeats', symbolSize: 7, z: 2 },
    itemStyle: { color: mutedText, opacity: 0.6, borderColor: surface, borderWidth: 1 },
  })
}

function meanDots(input: GatePlotInput): ScatterSeriesOption {
  return dotSeries(input, true, {
    ...{ id: 'mean', symbol: 'diamond', symbolSize: 13, z: 4 },
    itemStyle: { borderColor: input.theme.surface, borderWidth: 1.5 },
  })
}

export function gatePlotTable({ figures, text }: GatePlotInput): PlotTable {
  const repeats = Math.max(0, ...figures.map(({ changes }) => changes.length))
  const shown = (change: number | undefined | null) =>
    change === undefined || change === null ? null : signedPercent(change)
  return {
    columns: [
      ...[text.figure, text.tolerance, text.mean, text.range],
      ...Array.from({ length: repeats }, (_, at) => `${text.repeat} ${at + 1}`),
    ],
    rows: figures.map(({ name, tolerated, change, range, changes }) => [
      ...[name, shown(tolerated), shown(change)],
      range === null ? null : `${signedPercent(range.low)} … ${signedPercent(range.high)}`,
      ...Array.from({ length: repeats }, (_, at) => shown(changes[at])),
    ]),
  }
}
