// Elements drawn over the data of several plots: limits, the steady state, error bars, and outlines of single points.
import { chartFont, type ChartTheme } from './theme.ts'
import type { CustomSeriesOption, LineSeriesOption } from './option.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'

export type MarkedPoints = Readonly<{
  selectedKey: string | null
  chosenKeys: readonly string[]
}>

/** Null for ordinary points. */
export function outlineOf(
  key: string,
  { selectedKey, chosenKeys, theme }: MarkedPoints & Readonly<{ theme: ChartTheme }>,
): string | null {
  if (chosenKeys.includes(key)) return theme.accent
  return key === selectedKey ? theme.text : null
}

type LimitLine = Readonly<{
  name: string
  /** Position in values of the axis. */
  at: number
  /** True if its axis is horizontal, so that the line is vertical. */
  upright: boolean
  /** Position along its axis, from 0 to 1. */
  share: number
  theme: ChartTheme
}>

/** Empty series, because a mark line needs a series that the legend cannot hide. */
export function limitLine(line: LimitLine): LineSeriesOption {
  const { name, at, upright, share, theme } = line
  return {
    type: 'line',
    id: `limit ${name}`,
    name,
    data: [],
    silent: true,
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { color: theme.bad, type: 'solid', width: 1 },
      label: {
        formatter: name,
        ...(upright ? labelAbove(share) : labelOnLine(share)),
        ...{ color: theme.bad, ...coveringLabel(theme) },
      },
      data: [upright ? { xAxis: at } : { yAxis: at }],
    },
  }
}

/** The text covers curves and symbols behind it. */
export function coveringLabel({ surface }: ChartTheme) {
  const box = { backgroundColor: surface, padding: [1, 4], borderRadius: 3 }
  return { fontFamily: chartFont, fontSize: 12, ...box }
}

/** At the start of a horizontal line, below the line if it is at the top of the plot, because the axis name is above. */
export function labelOnLine(share: number) {
  return { position: share > 0.85 ? ('insideStartBottom' as const) : ('insideStartTop' as const) }
}

/** Above a vertical line, towards the middle of the plot. */
function labelAbove(share: number) {
  return { position: 'end' as const, align: share < 0.5 ? ('left' as const) : ('right' as const) }
}

export type PlotValue = Readonly<{ value: number; interval: Interval | null }>

export type BarredPoint = Readonly<{
  x: PlotValue
  y: PlotValue
  /** Joined to no other. */
  isApart?: boolean
}>

type ErrorBars = Readonly<{
  id: string
  name: string
  color: string
  points: readonly BarredPoint[]
}>

/** Half the width of the end caps, in pixels. */
const reach = 4

/** Data columns. */
const columns = { x: 0, y: 1, xLow: 2, xHigh: 3, yLow: 4, yHigh: 5 }

/** Has the name of its curve, so that the legend hides both. Clipped at the edge of the plot. */
export function errorBars({ id, name, color, points }: ErrorBars): CustomSeriesOption {
  return {
    type: 'custom',
    id,
    name,
    silent: true,
    clip: true,
    color,
    z: 1,
    encode: { x: columns.x, y: columns.y },
    data: points.map(({ x, y }) => [...[x.value, y.value], ...[...ends(x), ...ends(y)]]),
    renderItem: (_, api) => {
      const value = (column: number) => Number(api.value(column))
      const at = (x: number, y: number) => api.coord([value(x), value(y)])
      const [left, right] = [at(columns.xLow, columns.y), at(columns.xHigh, columns.y)]
      const [low, high] = [at(columns.x, columns.yLow), at(columns.x, columns.yHigh)]
      const lines = [...bar(left, right, [0, reach]), ...bar(low, high, [reach, 0])]
      return {
        type: 'path',
        shape: { pathData: lines.map(({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`).join('') },
        style: { stroke: color, fill: 'none', lineWidth: 1, opacity: 0.5 },
      }
    },
  }
}

/** Only the point itself if the value has no interval. A logarithmic axis cannot show zero. */
export function ends({ value, interval }: PlotValue): [low: number, high: number] {
  if (interval === null) return [value, value]
  return [Math.max(interval.low, value / 1000), interval.high]
}

type Line = Readonly<{ x1: number; y1: number; x2: number; y2: number }>

/** Line with two perpendicular end caps; empty if its length is zero. */
function bar(from: number[], to: number[], across: readonly [number, number]): Line[] {
  const [x1 = 0, y1 = 0] = from
  const [x2 = 0, y2 = 0] = to
  if (x1 === x2 && y1 === y2) return []
  const end = (x: number, y: number) => ({
    ...{ x1: x - across[0], y1: y - across[1] },
    ...{ x2: x + across[0], y2: y + across[1] },
  })
  return [{ x1, y1, x2, y2 }, end(x1, y1), end(x2, y2)]
}

type Bar = Readonly<{ from: number; to: number; low?: number; high: number }>

/** Rectangles between edges, because ECharts bars support neither variable width nor a logarithmic axis. */
export function barSeries({
  id,
  color,
  bars,
  silent = false,
}: Readonly<{
  id: string
  color: string
  bars: readonly Bar[]
  silent?: boolean
}>): CustomSeriesOption {
  return {
    type: 'custom',
    id,
    silent,
    clip: true,
    color,
    data: bars.map(({ from, to, low = 0, high }) => [from, to, low, high]),
    encode: { x: [0, 1], y: [2, 3] },
    renderItem: (_, api) => {
      const [left = 0, top = 0] = api.coord([api.value(0), api.value(3)])
      const [right = 0, bottom = 0] = api.coord([api.value(1), api.value(2)])
      if (bottom <= top) return null
      const width = right - left
      return {
        type: 'rect',
        shape: { x: left, y: top, width: width > 3 ? width - 1 : width, height: bottom - top },
        style: { fill: color, opacity: 0.7 },
      }
    },
  }
}

/** Span in seconds since the start of the run. */
export type SteadySpan = Readonly<{ startS: number; endS: number }>

/** Steady state as a band behind the data; its name is shown if `named`. */
export function steadyBand(
  steady: SteadySpan | null,
  { name, theme, named = true }: Readonly<{ name: string; theme: ChartTheme; named?: boolean }>,
) {
  if (steady === null) return {}
  return {
    markArea: {
      silent: true,
      itemStyle: { color: theme.accent, opacity: 0.08 },
      label: {
        // The name is above the end of the band, because lines run inside it and the axis name is above its start.
        ...{ show: named, position: ['100%', -4], align: 'right' as const },
        ...{ verticalAlign: 'bottom' as const },
        ...{ color: theme.accent, fontFamily: chartFont, fontSize: 12 },
      },
      data: [[{ name, xAxis: steady.startS }, { xAxis: steady.endS }]],
    },
  } satisfies Pick<LineSeriesOption, 'markArea'>
}
