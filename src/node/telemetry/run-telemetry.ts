// Samples a server and its GPUs during one run, and passes on each sample. It belongs in the
// process of the application: the one that measures does nothing else.
import { setTimeout as delay } from 'node:timers/promises'
import type {
  TelemetryKind,
  TelemetryProblem,
  TelemetrySample,
  TelemetrySource,
} from '#core/model/run/telemetry.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { ServerAccess } from '#node/http/http-client.ts'
import { type ExporterPlace, sampleExporters } from './sample-exporters.ts'
import { sampleGpus, type GpuPlace } from './sample-gpus.ts'
import { sampleServer, type Sampling } from './sample-server.ts'
import { steadyClock } from '#node/load/runtime/clock.ts'

export type SampledPlaces = Readonly<{
  server: ServerAccess
  /** Or why there are none to be asked. */
  gpus: GpuPlace | ExporterPlace | Readonly<{ problem: string }>
  /** Samples in a second. */
  rateHz: number
}>

/** Exporters that a benchmark names replace what is known of the GPUs. */
export function sampledFor(
  { telemetryRateHz, gpuMetricsUrl, gpuMetricsGpus }: BenchmarkConfig,
  { server, gpus }: Omit<SampledPlaces, 'rateHz'>,
): SampledPlaces {
  const exporters = gpuMetricsUrl && { urls: gpuMetricsUrl, chosen: gpuMetricsGpus }
  return { server, gpus: exporters ?? gpus, rateHz: telemetryRateHz }
}

export type TelemetrySink = Readonly<{
  /** Called once for each source, with its first sample. */
  openSource(source: TelemetrySource): (sample: TelemetrySample) => void
  onProblem(problem: TelemetryProblem): void
}>

/** A host that does not answer any more must not keep a run from ending. */
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
    const { server, gpus } = this.#places
    if ('problem' in gpus) this.#sink.onProblem({ kind: 'gpu', message: gpus.problem })
    const sampling = this.#samplingOf('gpu')
    this.#sampling = Promise.all([
      sampleServer(server, this.#samplingOf('server')),
      'urls' in gpus && sampleExporters(gpus, sampling),
      'host' in gpus && sampleGpus(gpus, sampling),
    ])
  }

  /** After a last look; never rejects. */
  async end(): Promise<void> {
    this.#ending.abort()
    await Promise.race([this.#sampling, delay(longestEndMs, undefined, { ref: false })])
    this.#isOver = true
  }

  #samplingOf(kind: TelemetryKind): Sampling {
    const open = new Map<string, (sample: TelemetrySample) => void>()
    return {
      onSample: (label, sample) => {
        if (this.#isOver) return
        const append = open.get(label) ?? this.#sink.openSource({ kind, label })
        open.set(label, append)
        append(sample)
      },
      onProblem: (message) => {
        if (!this.#isOver) this.#sink.onProblem({ kind, message })
      },
      everyMs: Math.round(1000 / this.#places.rateHz),
      now: steadyClock(),
      signal: this.#ending.signal,
    }
  }
}
