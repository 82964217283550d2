// Exporters of run metrics: pushed to an OpenTelemetry collector, or scraped by Prometheus.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  type IMetricReader,
  MeterProvider,
  type MetricProducer,
  PeriodicExportingMetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics'
import { messageOf } from '#core/model/app-error.ts'
import { RunMetrics } from './run-metrics.ts'

const pushedEveryMs = 5000

type Options = Readonly<{
  version: string
  /**
   * Base address of a collector, as in OTEL_EXPORTER_OTLP_ENDPOINT; metrics are pushed there as JSON over HTTP. Headers
   * come from OTEL_EXPORTER_OTLP_HEADERS only, which `ps` does not show. Null pushes nothing.
   */
  otlpEndpoint: string | null
  /** Reason why a push failed; called for the first of consecutive failures. */
  onProblem: (why: string) => void
}>

export type OpenMetrics = Readonly<{
  metrics: RunMetrics
  /** Returns all metrics in Prometheus's text format. */
  writePage: (request: IncomingMessage, response: ServerResponse) => void
  /** Pushes once more. */
  close(): Promise<void>
}>

export function openMetrics({ version, otlpEndpoint, onProblem }: Options): OpenMetrics {
  const metrics = new RunMetrics(version)
  const prometheus = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    metricProducers: [metrics],
  })
  const pushing = otlpEndpoint === null ? [] : [otlpReader(otlpEndpoint, metrics, onProblem)]
  const provider = new MeterProvider({
    resource: resourceFromAttributes({ 'service.name': 'kneepoint', 'service.version': version }),
    readers: [prometheus, ...pushing],
  })
  return {
    metrics,
    writePage: (request, response) => prometheus.getMetricsRequestHandler(request, response),
    close: () => provider.shutdown(),
  }
}

function otlpReader(
  endpoint: string,
  producer: MetricProducer,
  onProblem: (why: string) => void,
): IMetricReader {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/metrics`
  return new PeriodicExportingMetricReader({
    exporter: new ReportingExporter({ url, timeoutMillis: pushedEveryMs }, onProblem),
    exportIntervalMillis: pushedEveryMs,
    exportTimeoutMillis: pushedEveryMs,
    metricProducers: [producer],
  })
}

class ReportingExporter extends OTLPMetricExporter {
  readonly #onProblem: (why: string) => void
  #isFailing = false

  constructor(
    config: ConstructorParameters<typeof OTLPMetricExporter>[0],
    onProblem: (why: string) => void,
  ) {
    super(config)
    this.#onProblem = onProblem
  }

  override export(
    metrics: ResourceMetrics,
    done: Parameters<OTLPMetricExporter['export']>[1],
  ): void {
    super.export(metrics, (result) => {
      const { error } = result
      if (error !== undefined && !this.#isFailing) this.#onProblem(messageOf(error))
      this.#isFailing = error !== undefined
      done(result)
    })
  }
}
