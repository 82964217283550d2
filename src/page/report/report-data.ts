// The data the page carries, and what its figures are called on every chart.
import type { MetricName } from '#core/model/fields/report-fields.ts'
import { latencyLabels } from '#core/model/figures/latency-names.ts'
import type { Report, ReportedThroughput } from '#core/report-file/report.ts'

export const report = JSON.parse(document.querySelector('#report')?.textContent ?? '') as Report

export const throughputTitles: Readonly<Record<ReportedThroughput, string>> = {
  requestThroughput: 'requests per second',
  outputThroughput: 'output tokens per second',
  totalTokenThroughput: 'tokens per second, in and out',
}

export function metricTitle(metric: MetricName, statistic: string): string {
  return `${statistic} ${latencyLabels[metric]} (ms)`.trimStart()
}
