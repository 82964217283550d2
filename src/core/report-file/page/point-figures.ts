// Plots of one point: its percentiles, its requests, and the client, the server and the GPUs over time.
import { languageRecords } from '#core/messages/language-records.ts'
import type { Language } from '#core/messages/languages.ts'
import { message, type Text, textIn } from '#core/messages/message.ts'
import { exactUnit } from '#core/metrics/latency-unit.ts'
import { latencyLabels, type MetricName } from '#core/metrics/latencies.ts'
import { distributionOption } from '#core/plots/distribution.ts'
import { overlayOption } from '#core/plots/overlaid-distributions.ts'
import { pageTheme } from '#core/plots/page-theme.ts'
import { scatterOption } from '#core/plots/scatter.ts'
import type { PagePlot } from '#core/plots/page-svg.ts'
import { telemetryHeight, telemetryOption } from '#core/plots/telemetry.ts'
import { timelineOption } from '#core/plots/timeline.ts'
import type { MetricDistribution } from '#core/stats/drawing/distribution.ts'
import { isReported, type ReportedSeries } from '../point-detail.ts'
import type { PointDetail } from '../report.ts'
import { numberText } from '#core/base/saved-number.ts'

type TitledPlot = Readonly<{ title: Text; note: Text; figure: PagePlot }>

const width = 512

export function pointFigures(detail: PointDetail, language: Language): TitledPlot[] {
  return [
    ...(detail.distributions.length === 0 ? [] : [percentiles(detail, language)]),
    ...histogram(detail, language),
    timeline(detail, language),
    ...(detail.telemetry.length === 0 ? [] : [telemetry(detail, language)]),
    requests(detail, language),
  ]
}

type Caption = Readonly<{ language: Language; note: Text; height?: number }>

function titled(
  name: 'percentiles' | 'requests' | 'timeline' | 'telemetry',
  option: PagePlot['option'],
  { language, note, height = 300 }: Caption,
): TitledPlot {
  const label = textIn(language, message(`report.${name}.label`))
  return {
    title: message(`report.${name}`),
    note,
    figure: { option, size: { width, height }, label },
  }
}

/** Percentiles on a time axis. */
function percentiles({ distributions }: PointDetail, language: Language): TitledPlot {
  const { charts } = languageRecords[language]
  const option = overlayOption({
    runs: distributions.filter(isOfTime).map((distribution) => ({
      name: latencyLabels[distribution.metric],
      distribution: coarser(distribution),
    })),
    form: 'ladder',
    log: true,
    theme: pageTheme,
    text: {
      latency: charts.latencyAxis,
      density: charts.sharePer,
      share: charts.shareAtOrBelow,
      percentile: textIn(language, message('report.percentiles.axis')),
      values: textIn(language, message('report.percentiles.values')),
    },
  })
  return titled('percentiles', option, { language, note: message('report.percentiles.note') })
}

/** Latency that represents the run: TTFT if its responses have one. */
function leadMetric({ distributions }: Pick<PointDetail, 'distributions'>): MetricName {
  return distributions.some(({ metric }) => metric === 'ttft') ? 'ttft' : 'e2el'
}

function histogram(detail: PointDetail, language: Language): TitledPlot[] {
  const { charts } = languageRecords[language]
  const metric = leadMetric(detail)
  const latency = latencyLabels[metric]
  return detail.distributions
    .filter((one) => one.metric === metric)
    .map((distribution) => ({
      title: charts.histogram,
      note: message('report.histogram.note', { latency }),
      figure: {
        option: distributionOption({
          distribution,
          form: 'histogram',
          log: true,
          theme: pageTheme,
          text: {
            latency,
            count: charts.requestCount,
            share: charts.shareAtOrBelow,
            from: charts.from,
            to: charts.to,
            quantile: charts.quantile,
          },
        }),
        size: { width, height: 300 },
        label: textIn(language, message('report.histogram.label', { latency })),
      },
    }))
}

function isOfTime({ metric }: MetricDistribution): boolean {
  return exactUnit(metric).symbol === 'ms'
}

/** Every fifth percentile, and each of the last ones: a plot of this width cannot show more. */
function coarser({ quantiles, values, ...rest }: MetricDistribution): MetricDistribution {
  const kept = quantiles.flatMap((quantile, index) =>
    quantile > 0.95 || Math.round(quantile * 100) % 5 === 0 ? [index] : [],
  )
  const at = (all: readonly number[]) => kept.flatMap((index) => all[index] ?? [])
  return { ...rest, quantiles: at(quantiles), values: at(values) }
}

function requests(
  { requests: { total, every, rows }, timeline: { steady, ...course }, distributions }: PointDetail,
  language: Language,
): TitledPlot {
  const { charts } = languageRecords[language]
  const metric = leadMetric({ distributions })
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
      elapsed: charts.elapsed,
      latency: latencyLabels[metric],
      steady: charts.steady,
      completed: charts.requestsCompleted,
      failed: charts.failures,
    },
  })
  const [count, all] = [numberText(rows.length), numberText(total)]
  const note =
    rows.length === total
      ? message('report.requests.all', { total: all })
      : message('report.requests.sample', { count, total: all, every })
  return titled('requests', inOneShape(option), { language, note })
}

/** Draws hundreds of symbols as one path of squares, because squares take the fewest bytes. */
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

function timeline(
  { timeline: course, distributions }: PointDetail,
  language: Language,
): TitledPlot {
  const { charts, metrics } = languageRecords[language]
  const option = timelineOption({
    timeline: course,
    task: leadMetric({ distributions }) === 'ttft' ? 'generation' : 'pooling',
    theme: pageTheme,
    text: {
      elapsed: charts.elapsed,
      outputTokens: metrics.outputThroughput.axis,
      inputs: charts.inputs,
      concurrency: charts.concurrency,
      ttft: charts.ttft,
      ttftMedian: charts.median,
      ttftMax: charts.max,
      requests: charts.requests,
      requestsAsked: charts.requestsAsked,
      requestsCompleted: charts.requestsCompleted,
      failures: charts.failures,
      steady: charts.steady,
    },
  })
  const note = message('report.timeline.note', { seconds: numberText(course.bucketS) })
  return titled('timeline', option, { language, note, height: 480 })
}

function telemetry(
  { telemetry: series, timeline: { atS, bucketS } }: PointDetail,
  language: Language,
): TitledPlot {
  const seriesName = (name: ReportedSeries) => textIn(language, message(`report.telemetry.${name}`))
  const option = telemetryOption({
    telemetry: { series },
    endS: (atS.at(-1) ?? 0) + bucketS,
    theme: pageTheme,
    text: {
      elapsed: languageRecords[language].charts.elapsed,
      gpu: 'GPU',
      engine: textIn(language, message('report.telemetry.engine')),
      series: (name) => (isReported(name) ? seriesName(name) : name),
    },
  })
  const note = message('report.telemetry.note')
  return titled('telemetry', option, { language, note, height: telemetryHeight({ series }) })
}
