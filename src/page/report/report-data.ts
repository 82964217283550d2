// The data the page carries.
import type { Report } from '#core/report-file/report.ts'

export const report = JSON.parse(document.querySelector('#report')?.textContent ?? '') as Report

const metricNames = { ttft: 'TTFT', tpot: 'TPOT', itl: 'ITL', e2el: 'E2EL' } as const

export const metricOptions = report.metrics.map((name) => [name, metricNames[name]] as const)

export const statisticOptions = report.statistics.map(
  (name) => [name, name === 'p50' ? 'median' : name] as const,
)

export function metricTitle(metric: keyof typeof metricNames, statistic: string): string {
  return `${statistic === 'p50' ? 'median' : statistic} ${metricNames[metric]} (ms)`
}
