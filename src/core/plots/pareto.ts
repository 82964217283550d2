// Throughput of a server against throughput per user: every measured load, and the Pareto front.
import { type ChartTheme, curveStyle } from './theme.ts'
import { horizontalAxis, verticalAxis } from './axis.ts'
import type { ChartOption, LineSeriesOption, ScatterSeriesOption } from './option.ts'
import { namedLegend } from './legend.ts'
import type { PlotTable } from './plot-table.ts'
import { outlineOf, type MarkedPoints } from './marks.ts'
import { pointTooltip } from './tooltip.ts'

export type ParetoPoint = Readonly<{
  key: string
  label: string
  perUser: number
  perServer: number
  solid: boolean
  isOnFront: boolean
  facts: readonly Readonly<{ name: string; value: string }>[]
}>

/** Points of one server with one combination of settings. */
export type ParetoConfiguration = Readonly<{ name: string; points: readonly ParetoPoint[] }>

type ParetoInput = MarkedPoints &
  Readonly<{
    configurations: readonly ParetoConfiguration[]
    theme: ChartTheme
    text: Readonly<{
      perUser: string
      perServer: string
      front: string
      point: string
      onFront: string
      yes: string
      no: string
    }>
  }>

export function paretoPoints({
  configurations,
}: Pick<ParetoInput, 'configurations'>): ParetoPoint[] {
  return configurations.flatMap(({ points }) => points)
}

function configurationSeries(
  input: ParetoInput,
  configuration: ParetoConfiguration,
  position: number,
): ScatterSeriesOption {
  const { color, symbol } = curveStyle(position, input.theme.series)
  const all = paretoPoints(input)
  return {
    type: 'scatter',
    id: configuration.name,
    name: configuration.name,
    symbol,
    color,
    z: 3,
    data: configuration.points.map((point) => ({
      value: [point.perUser, point.perServer, all.indexOf(point)],
      symbolSize: outlineOf(point.key, input) === null ? 10 : 15,
      itemStyle: {
        color: point.solid ? color : input.theme.surface,
        borderColor: outlineOf(point.key, input) ?? color,
        borderWidth: 2,
        opacity: 1,
      },
    })),
  }
}

function frontSeries({ theme, text, ...input }: ParetoInput): LineSeriesOption {
  const front = paretoPoints(input)
    .filter(({ isOnFront }) => isOnFront)
    .sort((a, b) => a.perUser - b.perUser)
  return {
    type: 'line',
    id: 'front',
    name: text.front,
    silent: true,
    symbol: 'none',
    step: 'start',
    color: theme.accent,
    lineStyle: { color: theme.accent, width: 2 },
    data: front.map(({ perUser, perServer }) => [perUser, perServer]),
  }
}

export function paretoOption(input: ParetoInput): ChartOption {
  const { configurations, theme, text } = input
  const points = paretoPoints(input)
  return {
    animation: false,
    grid: { left: 64, right: 32, top: 64, bottom: 48 },
    legend: {
      ...namedLegend(theme, configurations.length),
      ...{ top: 4, itemWidth: 16 },
    },
    tooltip: pointTooltip(points, theme),
    xAxis: horizontalAxis({ name: text.perUser, log: false, theme }),
    yAxis: verticalAxis({ name: text.perServer, log: false, theme }),
    series: [
      frontSeries(input),
      ...configurations.map((configuration, position) =>
        configurationSeries(input, configuration, position),
      ),
    ],
  }
}

export function paretoTable({ configurations, text }: ParetoInput): PlotTable {
  return {
    columns: ['', text.point, text.perUser, text.perServer, text.onFront],
    rows: configurations.flatMap(({ name, points }) =>
      points.map(({ label, perUser, perServer, isOnFront }) => [
        ...[name, label, perUser, perServer, isOnFront ? text.yes : text.no],
      ]),
    ),
  }
}
