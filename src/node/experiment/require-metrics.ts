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
import type { Place } from '#node/http/page-at.ts'
import { readMetrics } from './read-metrics.ts'

type Asked = Readonly<{
  servers: readonly ServerAccess[]
  /** Of the pair that the first server is the router of: that one of them has a metric is enough. Empty elsewhere. */
  instances: readonly Place[]
}>

/** Throws at the first server that does not respond or lacks one of them; an instance of a pair has to respond. */
export async function requireMetrics(
  { telemetryMetric: names }: Pick<BenchmarkConfig, 'telemetryMetric'>,
  { servers, instances }: Asked,
  signal: AbortSignal,
): Promise<void> {
  if (names === null) return
  const selectors = names.flatMap((text) => parseMetricSelector(text) ?? [])
  for (const [index, access] of servers.entries()) {
    const isRouter = index === 0 && instances.length > 0
    const pages = await Promise.all(
      isRouter
        ? [...instances.map((each) => readPage(each, signal)), routerPage({ access }, signal)]
        : [readPage({ access }, signal)],
    )
    for (const selector of selectors) requireMetric(selector, pages)
  }
}

type ReadPage = MetricsPage & Readonly<{ url: string }>

async function readPage(place: Place, signal: AbortSignal): Promise<ReadPage> {
  const url = `${place.access.baseUrl}/metrics`
  const text = await readMetrics({ ...place, path: '/metrics' }, { url, field, remedy }, signal)
  return { url, samples: parseMetricsText(text), types: parseMetricTypes(text) }
}

/** A router may have none, or have them at another port. */
async function routerPage(place: Place, signal: AbortSignal): Promise<ReadPage> {
  const nothing = { url: place.access.baseUrl, samples: [], types: new Map() }
  return await readPage(place, signal).catch(() => nothing)
}

const field = 'telemetryMetric'
const remedy = message('servers.metricsUnreachable.remedy')

function requireMetric(selector: MetricSelector, pages: readonly ReadPage[]): void {
  const lacking = pages.map((page) => ({ url: page.url, missing: missingMetric(selector, page) }))
  const [first] = lacking
  if (first === undefined || lacking.some(({ missing }) => missing === null)) return
  const { url, missing } = first
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
