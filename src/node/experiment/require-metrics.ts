// Checks that each server's page has the metrics that a benchmark names, before anything is sent.
import { serverUrl } from '#core/backends/server-address.ts'
import { listed, message } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import {
  type MetricSelector,
  type MetricsPage,
  type MissingMetric,
  missingMetric,
  mostSeries,
  parseMetricSelector,
  selectorOf,
} from '#core/records/named-metric.ts'
import { parseMetricsText, parseMetricTypes } from '#core/base/metrics-text.ts'
import type { ServerAccess } from '#node/http/http-client.ts'
import type { Place } from '#node/http/page-at.ts'
import { readMetrics } from './read-metrics.ts'

type MetricsPlaces = Readonly<{
  servers: readonly ServerAccess[]
  /** Instances of the pair behind the first server, if it is a router; a metric on either suffices. Otherwise empty. */
  instances: readonly Place[]
}>

/** Throws at the first server that does not respond or lacks a metric; an instance of a pair must respond. */
export async function requireMetrics(
  { telemetryMetric: names }: Pick<BenchmarkConfig, 'telemetryMetric'>,
  { servers, instances }: MetricsPlaces,
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
  const url = serverUrl(place.access.baseUrl, '/metrics')
  const text = await readMetrics({ ...place, path: '/metrics' }, { url, field, remedy }, signal)
  return { url, samples: parseMetricsText(text), types: parseMetricTypes(text) }
}

/** A router may have no page, or one at another port. */
async function routerPage(place: Place, signal: AbortSignal): Promise<ReadPage> {
  const nothing = { url: place.access.baseUrl, samples: [], types: new Map() }
  return await readPage(place, signal).catch(() => nothing)
}

const field = 'telemetryMetric'
const remedy = message('servers.metricsUnreachable.remedy')

function requireMetric(selector: MetricSelector, pages: readonly ReadPage[]): void {
  const lacking = pages.map((page) => ({ url: page.url, missing: missingMetric(selector, page) }))
  if (lacking.some(({ missing }) => missing === null)) return
  // A router without a page need not have the metric.
  const places = lacking.filter((_, index) => index === 0 || pages[index]?.samples.length !== 0)
  const urls = listed(places.map(({ url }) => url))
  const isOne = places.length === 1
  const { name, labels } = selector
  for (const { url, missing } of places) {
    if (missing?.lacks !== 'room') continue
    const counts = { count: missing.series, most: mostSeries }
    throw appError('invalid-input', 'servers.tooManySeries', { url, name, ...counts }, { field })
  }
  const url = places[0]?.url ?? ''
  const ofAny = (namesIn: (missing: MissingMetric) => readonly string[]) =>
    [...new Set(places.flatMap(({ missing }) => (missing === null ? [] : namesIn(missing))))].join(
      ', ',
    )
  const series = ofAny((missing) => (missing.lacks === 'labels' ? missing.series : []))
  if (series !== '') {
    const params = { name, labels: selectorOf('', labels), series }
    throw isOne
      ? appError('invalid-input', 'servers.noMetricSeries', { url, ...params }, { field })
      : appError('invalid-input', 'servers.noMetricSeriesOnAny', { urls, ...params }, { field })
  }
  const names = ofAny((missing) => (missing.lacks === 'name' ? missing.nearest : []))
  const params = { url, name, nearest: names || message('servers.noneNear') }
  throw isOne
    ? appError('invalid-input', 'servers.noMetric', params, { field })
    : appError('invalid-input', 'servers.noMetricOnAny', { urls, ...params }, { field })
}
