// The throughput–latency curve of a sweep: how latency grows with load.
import { chartFont, type CurveStyle } from './theme.ts'
import { horizontalAxis, shareOfAxis, verticalAxis } from './axis.ts'
import type { ChartOption, LineSeriesOption, ScatterSeriesOption } from './option.ts'
import { type PlotValue, errorBars, type BarredPoint, limitLine, outlineOf } from './marks.ts'
import { intervalBand, keptArea, roomSeries } from './shading.ts'
import {
  allPoints,
  placed,
  styleOf,
  type Curve,
  type CurvePoint,
  type LatencyCurveInput,
} from './latency-curve-input.ts'
import { namedLegend } from './legend.ts'
import { shownUnit, exactUnit, withUnitOf } from '#core/metrics/latency-unit.ts'
import { currentSeries, plannedSeries } from './planned-series.ts'
import type { PlotTable } from './plot-table.ts'
import { pointTooltip } from './tooltip.ts'

function measuredLatencies(input: LatencyCurveInput): PlotValue[] {
  return allPoints(input).flatMap(({ latencies }) => latencies.flatMap((latency) => latency ?? []))
}

/** All lines of a curve share one name, so that the legend shows and hides them together. */
function seriesName({ curves, statistics }: LatencyCurveInput, curve: Curve, statistic: number) {
  return curves.length === 1 ? (statistics[statistic] ?? '') : curve.name
}

/** One line of a curve: the same statistic of the latency at all its points. */
type CurveLine = Readonly<{ curve: Curve; style: CurveStyle; statistic: number }>

function lines(input: LatencyCurveInput): CurveLine[] {
  return input.curves.flatMap((curve, position) =>
    input.statistics.map((_, statistic) => ({ curve, style: styleOf(input, position), statistic })),
  )
}

/** Longer names do not fit beside the plot; the legend lists them all. */
const longestEndLabel = 14

function isNamedAtItsEnd(
  { curves, statistics }: LatencyCurveInput,
  name: string,
  statistic: number,
) {
  if (curves.length === 1) return statistics.length > 1
  return statistic === statistics.length - 1 && name.length <= longestEndLabel
}

function isAnyNamed(input: LatencyCurveInput, drawn: readonly CurveLine[]): boolean {
  return drawn.some(({ curve, statistic }) =>
    isNamedAtItsEnd(input, seriesName(input, curve, statistic), statistic),
  )
}

function lineSeries(input: LatencyCurveInput, drawn: CurveLine): LineSeriesOption {
  const { curve, style, statistic } = drawn
  const name = seriesName(input, curve, statistic)
  const points = allPoints(input)
  return {
    type: 'line',
    id: `${curve.name}/${input.statistics[statistic] ?? ''}`,
    name,
    symbol: style.symbol,
    symbolSize: 9,
    color: style.color,
    lineStyle: { color: style.color, width: 2, type: statistic === 0 ? 'solid' : 'dashed' },
    emphasis: { focus: 'none', scale: 1.4 },
    endLabel: {
      show: isNamedAtItsEnd(input, name, statistic),
      formatter: name,
      color: input.theme.text,
      fontFamily: chartFont,
      fontSize: 12,
      // Keeps clear of the symbol of a selected point.
      distance: 12,
      // Keeps clear of the interval bar of the last point, which is at the same height, and of the label above it.
      verticalAlign: 'top',
      padding: [3, 0],
      backgroundColor: input.theme.surface,
    },
    labelLayout: { moveOverlap: 'shiftY', hideOverlap: true },
    data: curve.points.flatMap((point) => {
      const latency = point.latencies[statistic] ?? null
      const index = points.indexOf(point)
      if (latency === null) return []
      const item = lineItem(input, { ...drawn, point, latency, index })
      return point.isApart ? [gap, item, gap] : [item]
    }),
  }
}

/** Interrupts a line. */
const gap = { value: ['-', '-'] }

type Item = CurveLine & Readonly<{ point: CurvePoint; latency: PlotValue; index: number }>

function lineItem(input: LatencyCurveInput, { point, latency, index, style, statistic }: Item) {
  const outline = outlineOf(point.key, input)
  return {
    value: [...placed(input, point.throughput.value, latency.value), index],
    symbolSize: outline === null ? 9 : 14,
    itemStyle: {
      color: point.solid ? style.color : input.theme.surface,
      borderColor: outline ?? style.color,
      borderWidth: outline === null ? 2 : 3,
    },
    label: pointLabel(input, point, { statistic, style }),
  }
}

/** With several curves, points are too close for labels; only knees are labelled. */
function pointLabel(
  { curves, statistics, text, theme }: LatencyCurveInput,
  point: CurvePoint,
  { statistic, style }: Pick<CurveLine, 'statistic' | 'style'>,
) {
  const { isKnee } = point
  const alone = curves.length === 1
  const kneeColor = alone ? theme.accent : style.color
  return {
    show: statistic === statistics.length - 1 && (isKnee || alone),
    formatter: [...(alone ? [point.label] : []), ...(isKnee ? [text.knee] : [])].join(' · '),
    position: 'top' as const,
    distance: isKnee ? 12 : 5,
    padding: [0, 2],
    backgroundColor: theme.surface,
    color: isKnee ? kneeColor : theme.mutedText,
    fontWeight: isKnee ? ('bold' as const) : ('normal' as const),
    fontFamily: chartFont,
    fontSize: 11,
  }
}

function barSeries(input: LatencyCurveInput, { curve, style, statistic }: CurveLine) {
  const bars = {
    id: `${curve.name}/${input.statistics[statistic] ?? ''}/interval`,
    name: seriesName(input, curve, statistic),
    color: style.color,
    points: curve.points.flatMap((point): BarredPoint[] => {
      const latency = point.latencies[statistic] ?? null
      if (latency === null) return []
      const [x, y] = placed(input, point.throughput, latency)
      return [{ x, y, isApart: point.isApart === true }]
    }),
  }
  const drawn = { ...bars, points: bars.points.filter(({ isApart }) => !isApart) }
  return [errorBars(drawn), ...(input.shaded ? [intervalBand(bars, input)] : [])]
}

/** Highest load of a single curve that the server surely sustains; null if there is none. */
function keptLoad({ curves: [curve, ...others] }: LatencyCurveInput): number | null {
  if (curve === undefined || others.length > 0) return null
  return curve.points.findLast(({ isCarried }) => isCarried)?.throughput.value ?? null
}

/** Draws a ring around the knee on the last statistic, or a band if the knee lies between two points. */
function kneeSeries(input: LatencyCurveInput): ScatterSeriesOption[] {
  return input.curves.flatMap((curve, position) => kneeOf(input, curve, position))
}

/** With several curves, a knee takes the colour of its curve. */
function kneeColor(input: LatencyCurveInput, position: number): string {
  return input.curves.length > 1 ? styleOf(input, position).color : input.theme.accent
}

function kneeOf(input: LatencyCurveInput, curve: Curve, position: number): ScatterSeriesOption[] {
  const { name, points } = curve
  const knees = points.flatMap(({ isKnee, throughput, latencies }) => {
    const latency = latencies.findLast((figure) => figure !== null)
    return isKnee && latency ? [[...placed(input, throughput.value, latency.value)]] : []
  })
  const bands = bandOf(input, points)
  if (knees.length + bands.length === 0) return []
  const color = kneeColor(input, position)
  return [
    {
      type: 'scatter',
      id: `${name}/knee`,
      name: input.text.knee,
      symbol: 'circle',
      symbolSize: 26,
      silent: true,
      z: 5,
      itemStyle: { color: 'transparent', borderColor: color, borderWidth: 2 },
      data: knees,
      markArea: {
        silent: true,
        itemStyle: { color, opacity: 0.12 },
        label: {
          ...{ color, fontFamily: chartFont, fontSize: 11 },
          // Avoids the label of a point at the top of the plot, which a second curve and low loads do not have.
          distance: nameDistance[isLow(input, points) ? 'low' : 'usual'][position % 2] ?? 0,
        },
        data: bands,
      },
    },
  ]
}

function bandOf(input: LatencyCurveInput, points: readonly CurvePoint[]): KneeBand[] {
  const [low, high] = points
    .filter(({ isKneeEnd }) => isKneeEnd)
    .map(({ throughput }) => throughput.value)
  if (low === undefined || high === undefined) return []
  const at = (value: number) => (input.swapped ? { yAxis: value } : { xAxis: value })
  return [[{ name: input.text.knee, ...at(low) }, at(high)]]
}

/** Distances of the names of two knees at the same load from the top of the plot; negative within it. */
const nameDistance = { usual: [26, 14], low: [14, -16] }

/** Whether the knee is below the name of the vertical axis. */
function isLow(input: LatencyCurveInput, points: readonly CurvePoint[]): boolean {
  const { throughput } = axisRequests(input)
  const [low = 1, high = 1] = points
    .filter(({ isKneeEnd }) => isKneeEnd)
    .map((point) => shareOfAxis(point.throughput.value, throughput))
  return (low + high) / 2 < 0.4
}

type BandEnd = Readonly<{ name?: string; xAxis?: number; yAxis?: number }>
type KneeBand = [from: BandEnd, to: BandEnd]

type Room = readonly [load: number, ms: number]

/** Points that extend the axes around a single load: its whole interval, and higher loads. */
function roomOf(input: LatencyCurveInput): readonly Room[] {
  const loads = new Set(allPoints(input).map(({ throughput }) => throughput.value))
  const [load] = loads
  if (input.shaded === undefined || load === undefined || loads.size > 1) return []
  return measuredLatencies(input).flatMap(({ value, interval }) =>
    [interval?.low ?? value, interval?.high ?? value].map((ms): Room => [1.5 * load, ms]),
  )
}

function axisRequests(input: LatencyCurveInput) {
  const { theme, text, planned } = input
  const values = measuredLatencies(input).map(({ value }) => value)
  const unit = shownUnit(input, input.metric, values)
  const current = planned?.current ?? null
  const room = roomOf(input)
  const throughput = {
    name: text.throughput,
    log: input.throughputLog,
    ...{ theme, hasNamesAbove: true },
    values: [
      ...allPoints(input).map((point) => point.throughput.value),
      ...(planned?.loads.map((load) => load.throughput) ?? []),
      ...room.map(([load]) => load),
      ...(current === null ? [] : [current.throughput]),
    ],
  }
  const latency = {
    name: withUnitOf(text.latency, unit),
    log: input.latencyLog,
    ...{ theme, hasNamesAbove: true },
    divisor: unit.ms,
    values: [
      ...values,
      ...input.limits.map(({ ms }) => ms),
      ...room.map(([, ms]) => ms),
      ...(current === null ? [] : [current.ms]),
    ],
  }
  return { throughput, latency }
}

export function latencyCurveOption(input: LatencyCurveInput): ChartOption {
  const { theme, swapped, planned } = input
  const points = allPoints(input)
  const drawn = lines(input)
  const { throughput, latency } = axisRequests(input)
  const [across, up] = swapped ? [latency, throughput] : [throughput, latency]
  const names = [
    ...new Set(drawn.map(({ curve, statistic }) => seriesName(input, curve, statistic))),
  ]
  return {
    animationDuration: 120,
    animationDurationUpdate: 120,
    grid: { left: 56, right: isAnyNamed(input, drawn) ? 104 : 32, top: 64, bottom: 48 },
    legend: {
      ...namedLegend(theme, names.length),
      show: names.length > 1,
      top: 4,
      // Wide enough to recognise a dashed line.
      itemWidth: input.curves.length === 1 ? 40 : 24,
      data: names,
    },
    tooltip: { ...pointTooltip(points, theme), axisPointer: { type: 'cross' } },
    xAxis: horizontalAxis(across),
    yAxis: verticalAxis(up),
    series: [
      ...input.limits.map(({ name, ms }) =>
        limitLine({
          ...{ name, at: ms, theme },
          upright: swapped,
          share: shareOfAxis(ms, latency),
        }),
      ),
      ...(planned === undefined ? [] : plannedSeries(planned, input)),
      // Lines must precede their bars, because the legend draws the first series of a name.
      ...drawn.map((one) => lineSeries(input, one)),
      ...drawn.flatMap((one) => barSeries(input, one)),
      ...keptArea(keptLoad(input), input),
      ...roomSeries(roomOf(input), input),
      ...kneeSeries(input),
      ...(planned === undefined ? [] : currentSeries(planned, input)),
    ],
  }
}

export function latencyCurveTable({
  curves,
  metric,
  statistics,
  text,
}: LatencyCurveInput): PlotTable {
  const unit = exactUnit(metric)
  const inUnit = (ms: number | undefined) => (ms === undefined ? null : ms / unit.ms)
  const several = curves.length > 1
  return {
    columns: [
      ...(several ? [''] : []),
      text.point,
      text.throughput,
      ...statistics.flatMap((statistic) => {
        const name = `${statistic} ${text.latency}`
        return [withUnitOf(name, unit), `${name}, ${text.low}`, `${name}, ${text.high}`]
      }),
    ],
    rows: curves.flatMap((curve) =>
      curve.points.map((point) => [
        ...(several ? [curve.name] : []),
        point.label,
        point.throughput.value,
        ...statistics.flatMap((_, statistic) => {
          const figure = point.latencies[statistic] ?? null
          return [
            inUnit(figure?.value),
            inUnit(figure?.interval?.low),
            inUnit(figure?.interval?.high),
          ]
        }),
      ]),
    ),
  }
}
