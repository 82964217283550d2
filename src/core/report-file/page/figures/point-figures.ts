// One point: its percentiles, its requests, and what happened over time in the client, the server and the GPUs.
import { latencyLabels } from '#core/metrics/latencies.ts'
import { overlayOption } from '#core/plots/overlaid-distributions.ts'
import { pageTheme } from '#core/plots/page-theme.ts'
import { scatterOption } from '#core/plots/scatter.ts'
import type { PageFigure } from '#core/plots/svg/page-svg.ts'
import { telemetryHeight, telemetryOption } from '#core/plots/telemetry.ts'
import { timelineOption } from '#core/plots/timeline.ts'
import type { TelemetrySeriesName } from '#core/telemetry/telemetry-traits.ts'
import type { MetricDistribution } from '#core/stats/drawing/distribution.ts'
import type { PointDetail } from '../../report.ts'
import { numberText } from '../number-text.ts'

type TitledFigure = Readonly<{ title: string; note: string; figure: PageFigure }>

const width = 512
const elapsed = 'time since the start (s)'

export function pointFigures(detail: PointDetail): TitledFigure[] {
  return [
    ...(detail.distributions.length === 0 ? [] : [percentiles(detail)]),
    requests(detail),
    timeline(detail),
    ...(detail.telemetry.length === 0 ? [] : [telemetry(detail)]),
  ]
}

function percentiles({ distributions }: PointDetail): TitledFigure {
  const option = overlayOption({
    runs: distributions.map((distribution) => ({
      name: latencyLabels[distribution.metric],
      distribution: coarser(distribution),
    })),
    form: 'ladder',
    log: true,
    theme: pageTheme,
    text: {
      latency: 'latency',
      density: '% of values per',
      share: 'at or below (%)',
      percentile: 'percentile',
      values: 'values',
    },
  })
  return {
    title: 'Percentiles',
    note: 'Up to the highest that each latency has enough values for',
    figure: { option, size: { width, height: 300 }, label: 'Percentiles of each latency' },
  }
}

/** Every fifth percentile, and each of the last: a plot of this width cannot show more. */
function coarser({ quantiles, values, ...rest }: MetricDistribution): MetricDistribution {
  const kept = quantiles.flatMap((quantile, index) =>
    quantile > 0.95 || Math.round(quantile * 100) % 5 === 0 ? [index] : [],
  )
  const at = (all: readonly number[]) => kept.flatMap((index) => all[index] ?? [])
  return { ...rest, quantiles: at(quantiles), values: at(values) }
}

function requests({
  requests: { total, every, rows },
  timeline: { steady, ...course },
  distributions,
}: PointDetail): TitledFigure {
  const metric = distributions.some((one) => one.metric === 'ttft') ? 'ttft' : 'e2el'
  const option = scatterOption({
    scatter: {
      points: rows.map(([sentAtMs, ttftMs, e2elMs, failed]) => ({
        atS: sentAtMs / 1000,
        ms: metric === 'ttft' ? ttftMs : e2elMs,
        failed: failed === 1,
      })),
    },
    metric,
    log: true,
    steady,
    theme: pageTheme,
    span: { fromS: 0, toS: (course.atS.at(-1) ?? 0) + course.bucketS },
    text: {
      elapsed,
      latency: latencyLabels[metric],
      steady: 'steady state',
      completed: 'completed',
      failed: 'failed',
    },
  })
  return {
    title: 'Requests',
    note:
      rows.length === total
        ? `All ${numberText(total)} requests, by when they were sent`
        : `${numberText(rows.length)} of ${numberText(total)} requests: one in ${every}, and the slowest and failed ones`,
    figure: {
      option: inOneShape(option),
      size: { width, height: 300 },
      label: 'Requests over time',
    },
  }
}

/** Hundreds of marks as one path, of squares because they take the fewest bytes. */
function inOneShape(option: ReturnType<typeof scatterOption>): ReturnType<typeof scatterOption> {
  const series = Array.isArray(option.series) ? option.series : []
  return {
    ...option,
    series: series.map((one) =>
      one.type === 'scatter' && one.id === 'answered'
        ? { ...one, symbol: 'rect', symbolSize: 3, largeThreshold: 1 }
        : one,
    ),
  }
}

function timeline({ timeline: course, distributions }: PointDetail): TitledFigure {
  const option = timelineOption({
    timeline: course,
    task: distributions.some(({ metric }) => metric === 'ttft') ? 'generation' : 'pooling',
    theme: pageTheme,
    text: {
      elapsed,
      outputTokens: 'output tokens/s',
      inputs: 'inputs/s',
      concurrency: 'requests in flight',
      requests: 'requests/s',
      requestsAsked: 'asked',
      requestsCompleted: 'completed',
      failures: 'failed',
      steady: 'steady state',
    },
  })
  return {
    title: 'Course of the run',
    note: `In steps of ${numberText(course.bucketS)} s`,
    figure: { option, size: { width, height: 400 }, label: 'Throughput and concurrency over time' },
  }
}

const seriesNames: Readonly<Partial<Record<TelemetrySeriesName, string>>> = {
  requestsRunning: 'running',
  requestsWaiting: 'waiting requests',
  kvCachePercent: 'KV cache (% in use)',
  gpuUtilizationPercent: 'GPU use (%)',
  gpuPowerW: 'GPU power (W)',
}

function telemetry({ telemetry: series, timeline: { atS, bucketS } }: PointDetail): TitledFigure {
  const option = telemetryOption({
    telemetry: { series },
    endS: (atS.at(-1) ?? 0) + bucketS,
    theme: pageTheme,
    text: { elapsed, gpu: 'GPU', series: (name) => seriesNames[name] ?? name },
  })
  return {
    title: 'Server and GPUs',
    note: 'As sampled while the run was going on',
    figure: {
      option,
      label: 'Server and GPUs over time',
      size: { width, height: telemetryHeight({ series }) },
    },
  }
}
