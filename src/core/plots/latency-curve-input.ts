// Input of a throughput–latency curve.
import { type MetricName } from '#core/metrics/latencies.ts'
import type { OnPage } from '#core/metrics/latency-unit.ts'
import { type ChartTheme, curveStyle, type CurveStyle } from './theme.ts'
import type { PlotValue, MarkedPoints } from './marks.ts'
import type { PlannedLoads } from './planned-series.ts'

export type CurvePoint = Readonly<{
  key: string
  /** Requested rate and concurrency as text. */
  label: string
  throughput: PlotValue
  /** One per displayed statistic; null if it was not measured. */
  latencies: readonly (PlotValue | null)[]
  /** False for points with unreliable values: saturated, cancelled, with failures. */
  solid: boolean
  /** Not usable: lines and intervals leave a gap there. */
  isApart?: boolean
  /** The server surely sustains the load, within the limits if there are any. */
  isCarried?: boolean
  isKnee: boolean
  /** The knee lies between two such points. */
  isKneeEnd: boolean
  /** Further lines of the tooltip. */
  facts: readonly Readonly<{ name: string; value: string }>[]
}>

export type Curve = Readonly<{ name: string; points: readonly CurvePoint[] }>

export type LatencyCurveInput = MarkedPoints &
  OnPage &
  Readonly<{
    metric: MetricName
    /** Names of the displayed statistics, one or two: the first is drawn solid, the second dashed. */
    statistics: readonly string[]
    /** Points in order of load. */
    curves: readonly Curve[]
    latencyLog: boolean
    throughputLog: boolean
    /** Draws throughput upwards and latency to the right. */
    swapped: boolean
    limits: readonly Readonly<{ name: string; ms: number }>[]
    /** Present while a sweep is running. */
    planned?: PlannedLoads | undefined
    /** Shades intervals and the loads below the answer. Present if the curve is drawn over the offered load. */
    shaded?: Readonly<{ kept: string }> | undefined
    theme: ChartTheme
    text: Readonly<{
      throughput: string
      /** Name of the metric without unit. */
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

/** A single curve takes its metric's colour; several differ by colour and shape. */
export function styleOf(
  { curves, metric, theme }: LatencyCurveInput,
  position: number,
): CurveStyle {
  return curves.length === 1
    ? { color: theme.series[metric], symbol: 'circle' }
    : curveStyle(position, theme.series)
}

/** Returns the horizontal item first. */
export function placed<Item>({ swapped }: LatencyCurveInput, throughput: Item, latency: Item) {
  return swapped ? ([latency, throughput] as const) : ([throughput, latency] as const)
}
