// Looks for the metrics that a benchmark names on the page of each server, before anything is sent.
import { message } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import {
  type MetricSelector,
  type MetricsPage,
  missingMetric,
  mostSeries,
  parseMetricSelector,
  selectorOf,
} from '#core/telemetry/named-metric.ts'
import { parseMetricsText, parseMetricTypes } from '#core/vllm/metrics-text.ts'
import type { ServerAccess } from '#node/http/http-client.ts'
import { readMetrics } from './read-metrics.ts'

/** Throws at the first server that does not respond or lacks one of them. */
export async function requireMetrics(
  { telemetryMetric: names }: Pick<BenchmarkConfig, 'telemetryMetric'>,
  servers: readonly ServerAccess[],
  signal: AbortSignal,
): Promise<void> {
  if (names === null) return
  const selectors = names.flatMap((text) => parseMetricSelector(text) ?? [])
  for (const access of servers) {
    const url = `${access.baseUrl}/metrics`
    const text = await readMetrics({ access, path: '/metrics' }, { url, field, remedy }, signal)
    const page = { samples: parseMetricsText(text), types: parseMetricTypes(text) }
    for (const selector of selectors) requireMetric(selector, page, url)
  }
}

const field = 'telemetryMetric'
const remedy = message('servers.metricsUnreachable.remedy')

function requireMetric(selector: MetricSelector, page: MetricsPage, url: string): void {
  const missing = missingMetric(selector, page)
  if (missing === null) return
  const { name, labels } = selector
  switch (missing.lacks) {
    case 'name': {
      const nearest = missing.nearest.join(', ') || message('servers.noneNear')
      throw appError('invalid-input', 'servers.noMetric', { url, name, nearest }, { field })
    }
    case 'labels': {
      const series = missing.series.join(', ')
      const filter = selectorOf('', labels)
      throw appError(
        'invalid-input',
        'servers.noMetricSeries',
        { url, name, labels: filter, series },
        { field },
      )
    }
    case 'room': {
      const counts = { count: missing.series, most: mostSeries }
      throw appError('invalid-input', 'servers.tooManySeries', { url, name, ...counts }, { field })
    }
  }
}
