// What the requests of a run say one by one, in as few numbers as an image needs.
import type { MetricDistribution } from '../stats/drawing/distribution.ts'
import { ladderQuantiles, type PointDetail, type Spread } from './report.ts'
import type { ReportedRun } from './report-source.ts'
import { telemetryPlots } from './telemetry-plots.ts'

export function detailOf({
  run,
  distributions,
  timeline,
  requests,
  telemetry,
}: ReportedRun): PointDetail | null {
  if (timeline === null || requests === null) return null
  const window = run.summary?.steadyState?.window
  return {
    spreads: Object.fromEntries(
      distributions
        .filter(({ count }) => count > 0)
        .map((distribution) => [distribution.metric, spreadOf(distribution)]),
    ),
    course: {
      bucketS: timeline.bucketS,
      outputTokensPerSecond: timeline.outputTokensPerSecond.map(short),
      concurrency: timeline.concurrency.map(short),
    },
    steady: window === undefined ? null : { startS: window.startS, endS: window.endS },
    requests,
    telemetry: telemetryPlots(telemetry, run.summary?.durationS ?? 0),
  }
}

function spreadOf({ count, edges, counts, quantiles, values }: MetricDistribution): Spread {
  return {
    count,
    ladder: ladderQuantiles.map((quantile) => short(values[quantiles.indexOf(quantile)] ?? 0)),
    edges: edges.map(short),
    counts,
  }
}

/** Five digits are more than an image shows. */
function short(value: number): number {
  return Number(value.toPrecision(5))
}
