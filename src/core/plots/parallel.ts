// Settings, loads and metrics of a sweep as parallel axes, one line per cell; a range selected on an axis filters the lines.
import { chartFont, type ChartTheme, curveStyle } from './theme.ts'
import type { ParallelOption } from './option.ts'
import type { PlotTable } from './plot-table.ts'
import { outlineOf, type MarkedPoints } from './marks.ts'

export type ParallelAxis = Readonly<{
  name: string
  /** Ordered names of a categorical axis; null for a numeric axis. */
  names: readonly string[] | null
  log: boolean
}>

export type ParallelLine = Readonly<{
  key: string
  label: string
  /** Lines of one configuration share a colour, unless it is the only one. */
  configuration: number
  /** One value per axis; null if it was not measured. */
  values: readonly (number | string | null)[]
}>

type ParallelInput = MarkedPoints &
  Readonly<{
    axes: readonly ParallelAxis[]
    lines: readonly ParallelLine[]
    theme: ChartTheme
    text: Readonly<{ point: string }>
  }>

function axisOf({ name, names, log }: ParallelAxis, dim: number, theme: ChartTheme) {
  return {
    dim,
    name: inLines(name, longestInName),
    nameTextStyle: { color: theme.text, fontFamily: chartFont, fontSize: 11, lineHeight: 13 },
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { lineStyle: { color: theme.line } },
    axisLabel: {
      ...{ color: theme.text, fontFamily: chartFont, fontSize: 11 },
      // Keeps names readable on top of the lines.
      ...{ backgroundColor: theme.surface, padding: [1, 3] },
      ...(names === null
        ? {}
        : { formatter: (place: number) => inLines(names[place] ?? '', longestInLabel) }),
    },
    areaSelectStyle: { width: 18, borderColor: theme.accent, color: theme.accent, opacity: 0.25 },
    ...(names === null
      ? { type: log ? ('log' as const) : ('value' as const), scale: true }
      : namedScale(names)),
  }
}

/** Number of characters that usually fit between two axes. */
const longestInName = 14
const longestInLabel = 17

/** Breaks at spaces and after hyphens, which are frequent in flag names. */
function inLines(name: string, longest: number): string {
  return name.split(/(?<=[ -])/).reduce((lines, word) => {
    const last = lines.slice(lines.lastIndexOf('\n') + 1)
    const isFull = last.length + word.trimEnd().length > longest
    return isFull ? `${lines.trimEnd()}\n${word}` : `${lines}${word}`
  })
}

/** Numeric scale with one step of padding at both ends, because a category axis in ECharts loses the selected range. */
function namedScale(names: readonly string[]) {
  return {
    type: 'value' as const,
    ...{ min: -1, max: names.length, interval: 1 },
  }
}

function placeOn({ names }: ParallelAxis, value: number | string | null): number | string {
  return names === null ? (value ?? '') : names.indexOf(String(value))
}

/** A logarithmic axis can show only values above zero. */
function isDrawable({ values }: ParallelLine, axes: readonly ParallelAxis[]): boolean {
  return axes.every(({ log }, axis) => {
    const value = values[axis] ?? null
    return value !== null && !(log && Number(value) <= 0)
  })
}

export function parallelOption(input: ParallelInput): ParallelOption {
  const { axes, lines, theme } = input
  const isOneConfiguration = new Set(lines.map(({ configuration }) => configuration)).size === 1
  return {
    animation: false,
    parallel: { left: 56, right: 72, top: 72, bottom: 24 },
    parallelAxis: axes.map((axis, dim) => axisOf(axis, dim, theme)),
    series: [
      {
        type: 'parallel',
        id: 'cells',
        inactiveOpacity: 0.08,
        activeOpacity: 1,
        data: lines
          .filter((line) => isDrawable(line, axes))
          .map((line, index) => ({
            name: line.label,
            value: axes.map((axis, dim) => placeOn(axis, line.values[dim] ?? null)),
            lineStyle: {
              color:
                outlineOf(line.key, input) ??
                curveStyle(isOneConfiguration ? index : line.configuration, theme.series).color,
              width: outlineOf(line.key, input) === null ? 1.5 : 3,
              opacity: 0.85,
            },
          })),
      },
    ],
  }
}

export function parallelTable({ axes, lines, text }: ParallelInput): PlotTable {
  return {
    columns: [text.point, ...axes.map(({ name }) => name)],
    rows: lines.map(({ label, values }) => [label, ...values]),
  }
}
