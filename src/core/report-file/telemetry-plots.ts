// What a server and its GPUs told of themselves while a run went on, as the few plots a report has room for.
import type { TelemetrySeriesName } from '../telemetry/telemetry-traits.ts'
import type { Series } from '../telemetry/telemetry-series.ts'
import { thinned } from '../telemetry/thin-points.ts'

/** Null ends a line: no one knows how it went on. */
export type TelemetryLine = Readonly<{
  name: string
  points: readonly (readonly [atS: number, value: number | null])[]
}>

export type TelemetryPlot = Readonly<{
  title: string
  axis: string
  lines: readonly TelemetryLine[]
}>

type Shown = Readonly<{
  title: string
  axis: string
  /** A line for each, named by the label of what was watched. */
  series: Readonly<Partial<Record<TelemetrySeriesName, (label: string) => string>>>
}>

const ofGpu = (label: string) => `GPU ${label}`

const shown: readonly Shown[] = [
  {
    ...{ title: 'Requests in the server', axis: 'requests' },
    series: { requestsRunning: () => 'running', requestsWaiting: () => 'waiting' },
  },
  { title: 'KV cache', axis: '% in use', series: { kvCachePercent: () => 'of all blocks' } },
  { title: 'GPU use', axis: '% of the time', series: { gpuUtilizationPercent: ofGpu } },
  { title: 'GPU power', axis: 'W', series: { gpuPowerW: ofGpu } },
]

/** Enough for a plot as wide as a page. */
const mostPoints = 150

/** Within the run; plots no one told anything for are left out. */
export function telemetryPlots(
  telemetry: readonly Series[],
  durationS: number,
): readonly TelemetryPlot[] {
  return shown
    .map(({ title, axis, series }) => ({
      ...{ title, axis },
      lines: telemetry.flatMap(({ name, label, points }) => {
        const nameOf = series[name]
        if (nameOf === undefined) return []
        const within = points.filter(({ atS }) => atS >= 0 && atS <= durationS)
        return [{ name: nameOf(label), points: thinned(within, mostPoints).map(pair) }]
      }),
    }))
    .map((plot) => ({ ...plot, lines: plot.lines.filter(({ points }) => points.length > 0) }))
    .filter(({ lines }) => lines.length > 0)
}

/** A millisecond and four digits are more than an image shows. */
function pair({ atS, value }: Series['points'][number]): readonly [number, number | null] {
  return [Number(atS.toFixed(3)), value === null ? null : Number(value.toPrecision(4))]
}
