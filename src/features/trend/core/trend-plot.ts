// One metric of a configuration run by run, with intervals, the base as a line, and lines at changes of the server version.
import type { ChartTheme, SeriesKey } from '#core/plots/theme.ts'
import { horizontalAxis, shareOfAxis, verticalAxis, zoomOf } from '#core/plots/axis.ts'
import type { ChartOption, LineSeriesOption } from '#core/plots/option.ts'
import { coveringLabel, errorBars, labelOnLine, type PlotValue } from '#core/plots/marks.ts'
import type { PlotTable } from '#core/plots/plot-table.ts'
import { pointTooltip } from '#core/plots/tooltip.ts'

export type TrendPlotPoint = Readonly<{
  /** Time of the measurement as text. */
  when: string
  label: string
  figure: PlotValue
  /** False for an unusable run. */
  solid: boolean
  facts: readonly Readonly<{ name: string; value: string }>[]
}>

type VersionMark = Readonly<{ at: number; name: string }>

type TrendPlotInput = Readonly<{
  /** Oldest first. */
  points: readonly TrendPlotPoint[]
  base: Readonly<{ name: string; value: number }> | null
  versions: readonly VersionMark[]
  hue: SeriesKey
  /** Quantity and unit of the vertical axis. */
  axisName: string
  /** Data per displayed unit. */
  divisor: number
  log: boolean
  theme: ChartTheme
  text: Readonly<{ run: string; when: string; value: string; low: string; high: string }>
}>

function line({ points, hue, theme }: TrendPlotInput): LineSeriesOption {
  const color = theme.series[hue]
  return {
    type: 'line',
    id: 'figure',
    symbol: 'circle',
    symbolSize: 9,
    color,
    lineStyle: { color, width: 2 },
    emphasis: { focus: 'none', scale: 1.4 },
    data: points.map(({ figure, solid }, index) => ({
      value: [index, figure.value, index],
      itemStyle: { color: solid ? color : theme.surface, borderColor: color, borderWidth: 2 },
    })),
  }
}

/** Empty series, because a mark line needs a series. */
function marks(
  { base, versions, theme }: TrendPlotInput,
  shareOf: (value: number) => number,
): LineSeriesOption[] {
  const label = coveringLabel(theme)
  const baseLine: LineSeriesOption[] =
    base === null
      ? []
      : [
          {
            ...{ type: 'line', id: 'base', data: [], silent: true },
            markLine: {
              ...{ silent: true, symbol: 'none' },
              lineStyle: { color: theme.accent, type: 'solid', width: 1 },
              label: {
                ...{
                  formatter: base.name,
                  color: theme.accent,
                  ...labelOnLine(shareOf(base.value)),
                },
                ...label,
              },
              data: [{ yAxis: base.value }],
            },
          },
        ]
  const versionLines: LineSeriesOption = {
    ...{ type: 'line', id: 'versions', data: [], silent: true },
    markLine: {
      ...{ silent: true, symbol: 'none' },
      lineStyle: { color: theme.mutedText, type: 'dashed', width: 1 },
      // Midway between the last run before the change and the first run after it.
      data: versions.map(({ at, name }) => ({
        xAxis: at - 0.5,
        label: { ...label, formatter: name, position: 'end', color: theme.mutedText },
      })),
    },
  }
  return [...baseLine, ...(versions.length === 0 ? [] : [versionLines])]
}

/** Round numbers that divide evenly. */
const roundNumbers = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Axis end that includes the intervals, up to twice the highest value. */
function endOf({ points, base }: TrendPlotInput): number {
  const highest = Math.max(base?.value ?? 0, ...points.map(({ figure }) => figure.value))
  const ends = points.map(({ figure }) => figure.interval?.high ?? 0)
  const most = Math.min(Math.max(highest, ...ends), 2 * highest)
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return power * (roundNumbers.find((each) => each * power >= most) ?? 10)
}

export function trendOption(input: TrendPlotInput): ChartOption {
  const { points, theme, log, axisName, divisor, base } = input
  const ends = points.flatMap(({ figure: { value, interval } }) => [
    value,
    ...(interval === null || interval.low <= 0 ? [] : [interval.low, interval.high]),
  ])
  const values = base === null ? ends : [...ends, base.value]
  const runs = horizontalAxis({ name: input.text.when, log: false, theme })
  const axis = verticalAxis({ name: axisName, log, theme, divisor, values, hasNamesAbove: true })
  const figures = log ? axis : { ...axis, min: 0, max: endOf(input) }
  return {
    animationDuration: 120,
    animationDurationUpdate: 120,
    grid: { left: 64, right: 32, top: 56, bottom: 48 },
    tooltip: pointTooltip(points, theme),
    dataZoom: [zoomOf([0])],
    xAxis: {
      ...runs,
      min: -0.5,
      max: Math.max(points.length - 0.5, 0.5),
      minInterval: 1,
      axisLabel: {
        ...runs.axisLabel,
        formatter: (at: number) => (Number.isInteger(at) ? (points[at]?.when ?? '') : ''),
      },
      splitLine: { show: false },
      axisPointer: { show: false },
    },
    yAxis: { ...figures, axisLine: { ...figures.axisLine, onZero: false } },
    series: [
      ...marks(input, (value) => shareOfAxis(value, { log, values })),
      line(input),
      errorBars({
        id: 'intervals',
        name: 'intervals',
        color: theme.series[input.hue],
        points: points.map(({ figure }, index) => ({
          x: { value: index, interval: null },
          y: figure,
        })),
      }),
    ],
  }
}

export function trendTable({ points, text }: TrendPlotInput): PlotTable {
  return {
    columns: [text.when, text.run, text.value, text.low, text.high],
    rows: points.map(({ when, label, figure }) => [
      ...[when, label, figure.value],
      ...[figure.interval?.low ?? null, figure.interval?.high ?? null],
    ]),
  }
}
