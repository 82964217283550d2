// Samples a server and its GPUs during one run, and forwards each sample. It runs in the application's process, because the
// measuring process does nothing else.
import { setTimeout as delay } from 'node:timers/promises'
import type { TelemetryProblem } from '#core/model/run/telemetry.ts'
import type { TelemetrySample, TelemetrySource } from '#core/records/sampled-values.ts'
import { serverBaseUrls } from '#core/flags/server-urls.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { parseMetricSelector } from '#core/records/named-metric.ts'
import type { ServerAccess } from '#node/http/http-client.ts'
import { sampleGpus, type GpuPlace } from './sample-gpus.ts'
import {
  type SampledInstance,
  type SampledServer,
  sampleInstance,
  sampleMetrics,
  type SamplerInput,
  sampleServer,
} from './sample-server.ts'
import { steadyClock } from '#node/load/runtime/clock.ts'
import { inEnglish, message, type Text } from '#core/messages/message.ts'
import { chosenGpus, type ExposedGpu, exposedGpus } from '#core/telemetry/gpu-exposition.ts'
import { metricsPageAt } from '#node/http/page-at.ts'

export type SampledPlaces = Readonly<{
  servers: readonly SampledServer[]
  /** Instances of the prefill/decode pair behind the first server, if it is a router; otherwise empty. */
  instances: readonly (SampledInstance & Pick<SampledServer, 'metrics'>)[]
  /** GPUs, or the reason why they cannot be sampled. */
  gpus: GpuPlace | ExporterPlace | Readonly<{ problem: Text }>
  /** Samples per second. */
  rateHz: number
}>

type KnownPlaces = Readonly<{
  /** Servers as reached from here, in the order of the config. */
  servers: readonly ServerAccess[]
  instances: readonly SampledInstance[]
  gpus: SampledPlaces['gpus']
}>

/** Exporters named in a benchmark replace the known GPUs. */
export function sampledFor(
  config: BenchmarkConfig,
  { servers, instances, gpus }: KnownPlaces,
): SampledPlaces {
  const { telemetryRateHz: rateHz, telemetryMetric, gpuMetricsUrl, gpuMetricsGpus } = config
  const exporters = gpuMetricsUrl && { urls: gpuMetricsUrl, chosen: gpuMetricsGpus }
  const metrics = (telemetryMetric ?? []).flatMap((text) => parseMetricSelector(text) ?? [])
  const urls = serverBaseUrls(config)
  const isOne = servers.length < 2
  return {
    servers: servers.map((access, place) => {
      const isRouter = place === 0 && instances.length > 0
      const alone = isRouter ? 'router' : ''
      const label = isOne ? alone : shortUrl(urls[place] ?? access.baseUrl)
      return { access, label, metrics, isRouter }
    }),
    instances: instances.map((instance) => ({ ...instance, metrics })),
    gpus: exporters ?? gpus,
    rateHz,
  }
}

/** Address without its scheme. */
function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//i, '')
}

export type TelemetrySink = Readonly<{
  /** Called once for each source, with its first sample. */
  openSource(source: TelemetrySource): (sample: TelemetrySample) => void
  onProblem(problem: TelemetryProblem): void
}>

/** An unresponsive host must not keep a run from ending. */
const longestEndMs = 3000

export class RunTelemetry {
  readonly #places: SampledPlaces
  readonly #sink: TelemetrySink
  readonly #ending = new AbortController()
  #sampling: Promise<unknown> = Promise.resolve()
  #isOver = false

  constructor(places: SampledPlaces, sink: TelemetrySink) {
    this.#places = places
    this.#sink = sink
  }

  begin(): void {
    const { servers, instances, gpus } = this.#places
    const sampling = this.#samplingOf('gpu')
    if ('problem' in gpus) sampling.onProblem(gpus.problem)
    const ofServers = this.#samplingOf('server')
    this.#sampling = Promise.all([
      ...servers
        .filter(({ isRouter, metrics }) => !isRouter || metrics.length > 0)
        .map((server) => sampleServer(server, ofServers)),
      ...instances.map((instance) => sampleInstance(instance, ofServers)),
      'urls' in gpus && sampleExporters(gpus, sampling),
      'host' in gpus && sampleGpus(gpus, sampling),
    ])
  }

  /** Takes a last sample and ends; never rejects. */
  async end(): Promise<void> {
    this.#ending.abort()
    await Promise.race([this.#sampling, delay(longestEndMs, undefined, { ref: false })])
    this.#isOver = true
  }

  #samplingOf(kind: TelemetryProblem['kind']): SamplerInput {
    const open = new Map<string, (sample: TelemetrySample) => void>()
    return {
      onSample: (source, sample) => {
        if (this.#isOver) return
        const key = `${source.kind} ${source.label}`
        const append = open.get(key) ?? this.#sink.openSource(source)
        open.set(key, append)
        append(sample)
      },
      onProblem: (text) => {
        if (!this.#isOver) this.#sink.onProblem({ kind, message: inEnglish(text), text })
      },
      everyMs: Math.round(1000 / this.#places.rateHz),
      now: steadyClock(),
      signal: this.#ending.signal,
    }
  }
}

type ExporterPlace = Readonly<{
  urls: readonly string[]
  /** See `chosenGpus`. */
  chosen: readonly string[] | null
}>

/** Never rejects. Exported for tests. */
export async function sampleExporters(
  { urls, chosen }: ExporterPlace,
  sampling: SamplerInput,
): Promise<void> {
  await Promise.all(
    urls.map(async (url) => {
      const labelOf = gpuLabels(urls.length > 1 ? new URL(url).host : null)
      const read = (text: string) => {
        const gpus = chosenGpus(exposedGpus(text), chosen)
        return gpus.map((gpu) => [{ kind: 'gpu', label: labelOf(gpu, gpus) }, gpu.values] as const)
      }
      const empty = message('servers.gpuMetricsEmpty', { url })
      await sampleMetrics({ ...metricsPageAt(url), read, empty }, sampling)
    }),
  )
}

/** A GPU keeps its label even while the GPUs of other hosts are missing. `origin` identifies one exporter among several. */
function gpuLabels(origin: string | null) {
  let hasHosts = false
  return ({ host, index }: ExposedGpu, gpus: readonly ExposedGpu[]): string => {
    hasHosts ||= origin !== null || gpus.some((gpu) => gpu.host !== host)
    return hasHosts ? `${host === '' ? (origin ?? '') : host}:${index}` : index
  }
}
