// What a throughput–latency curve is drawn from.
import { latencies, type MetricName } from '#core/metrics/latencies.ts'
import { type ChartTheme, curveStyle, type CurveStyle } from './theme.ts'
import type { PlotValue, MarkedPoints } from './marks.ts'
import type { PlannedLoads } from './planned-series.ts'

export type CurvePoint = Readonly<{
  key: string
  /** What was asked, in words: rate and concurrency. */
  label: string
  throughput: PlotValue
  /** One for each of the statistics that are shown; null where it was not measured. */
  latencies: readonly (PlotValue | null)[]
  /** False for points whose numbers are not to be leant on: saturated, cancelled, with failures. */
  solid: boolean
  isKnee: boolean
  /** The knee is between two of these. */
  isKneeEnd: boolean
  /** More to say on hover. */
  facts: readonly Readonly<{ name: string; value: string }>[]
}>

export type Curve = Readonly<{ name: string; points: readonly CurvePoint[] }>

export type LatencyCurveInput = MarkedPoints &
  Readonly<{
    metric: MetricName
    /** Names of the statistics shown, one or two: the first is drawn as a line, the second dashed. */
    statistics: readonly string[]
    /** Each in order of load. */
    curves: readonly Curve[]
    latencyLog: boolean
    throughputLog: boolean
    /** Draw throughput upwards and latency to the right. */
    swapped: boolean
    limits: readonly Readonly<{ name: string; ms: number }>[]
    /** Present while a sweep is in progress. */
    planned?: PlannedLoads | undefined
    theme: ChartTheme
    text: Readonly<{
      throughput: string
      /** The metric's name without unit. */
      latency: string
      knee: string
      point: string
      low: string
      high: string
    }>
  }>

export function allPoints({ curves }: Pick<LatencyCurveInput, 'curves'>): CurvePoint[] {
  return curves.flatMap((curve) => curve.points)
}

/** One curve takes its metric's colour; several differ by colour and shape. */
export function styleOf(
  { curves, metric, theme }: LatencyCurveInput,
  position: number,
): CurveStyle {
  return curves.length === 1
    ? { color: theme.series[latencies[metric].hue], symbol: 'circle' }
    : curveStyle(position, theme.series)
}

/** Horizontal place first. */
export function placed<Item>({ swapped }: LatencyCurveInput, throughput: Item, latency: Item) {
  return swapped ? ([latency, throughput] as const) : ([throughput, latency] as const)
}
