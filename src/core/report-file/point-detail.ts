// What the requests of a run show one by one, and the telemetry that a report has room for.
import type { TelemetryTrack } from '#core/plots/telemetry.ts'
import type { Series } from '../telemetry/telemetry-series.ts'
import type { TelemetrySeriesName } from '../telemetry/telemetry-traits.ts'
import { thinned } from '../telemetry/thin-points.ts'
import type { ReportedRun } from './report-source.ts'
import type { PointDetail } from './report.ts'

/** Null where no request is known one by one. */
export function detailOf({
  run: { summary },
  distributions,
  timeline,
  requests,
  telemetry,
}: ReportedRun): PointDetail | null {
  if (timeline === null || requests === null) return null
  const window = summary?.steadyState?.window
  return {
    distributions: distributions.filter(({ count }) => count > 0),
    timeline: {
      ...timeline,
      steady: window === undefined ? null : { startS: window.startS, endS: window.endS },
    },
    requests,
    telemetry: reportedTracks(telemetry, summary?.durationS ?? 0),
  }
}

const reportedSeries: readonly TelemetrySeriesName[] = [
  'requestsRunning',
  'requestsWaiting',
  'kvCachePercent',
  'gpuUtilizationPercent',
  'gpuPowerW',
]

/** Enough for a plot as wide as a page. */
const mostPoints = 150

/** Within the run; series without a sample are left out. Exported for tests: a whole run says nothing more of it. */
export function reportedTracks(telemetry: readonly Series[], durationS: number): TelemetryTrack[] {
  return telemetry
    .filter(({ name }) => reportedSeries.includes(name))
    .map(({ name, label, points }) => {
      const within = points.filter(({ atS }) => atS >= 0 && atS <= durationS)
      const drawn = thinned(within, mostPoints)
      return {
        name,
        label,
        atS: drawn.map(({ atS }) => atS),
        values: drawn.map(({ value }) => value),
      }
    })
    .filter(({ atS }) => atS.length > 0)
}
