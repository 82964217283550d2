// Samples the metrics of a server or an exporter, once or a few times per second: a small request over a persistent connection.
import { serverUrl } from '#core/backends/server-address.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type {
  SampledValues,
  TelemetryKind,
  TelemetrySample,
  TelemetrySource,
} from '#core/records/sampled-values.ts'
import { message, type Text, textOf } from '#core/messages/message.ts'
import { type MetricSelector, type MetricsPage, namedMetric } from '#core/records/named-metric.ts'
import { engineSamples, serverSample } from '#core/telemetry/server-sample.ts'
import { parseMetricsText, parseMetricTypes } from '#core/base/metrics-text.ts'
import { HttpClient, type ServerAccess } from '#node/http/http-client.ts'
import { metricsAnswer } from '#node/http/page-at.ts'
import type { OpenStream } from '#node/http/server-sockets.ts'

/** A busy server is queried again later; at the end the caller waits. */
const patienceMs = { usual: 5000, last: 1000 }

type SampledSources = readonly (readonly [source: TelemetrySource, values: SampledValues])[]

type Look = Readonly<{ reported: SampledSources } | { problem: Text; isForGood: boolean }>

export type MetricsReader = Readonly<{
  access: ServerAccess
  /** Stream to the server, if its address is not reachable from here. */
  openStream?: OpenStream | null
  path: string
  /** Values in the text; empty if there are none. */
  read(metricsText: string): SampledSources
  empty: Text
}>

export type SampledServer = Readonly<{
  access: ServerAccess
  /** Label of one server among several; otherwise empty. */
  label: string
  metrics: readonly MetricSelector[]
  /** Whether it is the router of a pair: metrics that it forwards from an instance are not its own. */
  isRouter: boolean
}>

/** An instance of a prefill/decode pair. */
export type SampledInstance = Readonly<{
  /** `prefill-0`. */
  name: string
  access: ServerAccess
  openStream: OpenStream | null
}>

/** Never rejects. */
export async function sampleInstance(
  { name, access, openStream, metrics }: SampledInstance & Pick<SampledServer, 'metrics'>,
  sampling: SamplerInput,
): Promise<void> {
  const read = (text: string): SampledSources => {
    const samples = parseMetricsText(text)
    const values = serverSample(samples)
    const page = { samples, types: parseMetricTypes(text) }
    return [
      ...(values === null ? [] : [sourced('instance', name, values)]),
      ...namedSamples(metrics, page, (metric) => `${name} ${metric}`),
    ]
  }
  const empty = message('servers.metricsEmpty', { url: serverUrl(access.baseUrl, '/metrics') })
  const named: SamplerInput = {
    ...sampling,
    onProblem: (text) => sampling.onProblem(message('common.at', { place: name, text })),
  }
  await sampleMetrics({ access, openStream, path: '/metrics', read, empty }, named)
}

/** Never rejects. */
export async function sampleServer(
  { access, label, metrics, isRouter }: SampledServer,
  sampling: SamplerInput,
): Promise<void> {
  const named = (own: string) => [label, own].filter((part) => part !== '').join(' ')
  const read = (text: string): SampledSources => {
    const samples = parseMetricsText(text)
    const page = { samples, types: parseMetricTypes(text) }
    const server = isRouter ? null : serverSample(samples)
    const engines = isRouter ? [] : engineSamples(samples)
    const isAlone = label === '' && engines.length < 2
    const whole = server?.requestsRunning === undefined ? [] : [['', server] as const]
    const compared = isAlone ? [] : engines.length > 0 ? engines : whole
    return [
      ...(server === null ? [] : [sourced('server', label, server)]),
      ...compared.map(([engine, values]) => sourced('engine', named(engine), values)),
      ...namedSamples(metrics, page, named),
    ]
  }
  const empty = message('servers.metricsEmpty', { url: serverUrl(access.baseUrl, '/metrics') })
  await sampleMetrics({ access, path: '/metrics', read, empty }, sampling)
}

function namedSamples(
  metrics: readonly MetricSelector[],
  page: MetricsPage,
  labelOf: (metric: string) => string,
): SampledSources {
  return metrics
    .flatMap((metric) => namedMetric(metric, page))
    .map(([metric, values]) => sourced('metric', labelOf(metric), values))
}

function sourced(kind: TelemetryKind, label: string, values: SampledValues) {
  return [{ kind, label }, values] as const
}

/** Never rejects. */
export async function sampleMetrics(reader: MetricsReader, sampling: SamplerInput): Promise<void> {
  const { access, openStream = null } = reader
  const client = new HttpClient(access, { openStream })
  await sampleUntilOver((timeoutMs) => lookAt({ client, reader, timeoutMs }), sampling)
  client.close()
}

async function sampleUntilOver(
  ask: (timeoutMs: number) => Promise<Look>,
  sampling: SamplerInput,
): Promise<void> {
  const { onSample, onProblem, now, signal } = sampling
  let problem: Text | null = null
  let isReported = false
  for (;;) {
    const isLast = signal.aborted
    const askedMs = now()
    const look = await ask(isLast ? patienceMs.last : patienceMs.usual)
    const atEpochMs = (askedMs + now()) / 2
    if ('problem' in look) problem = look.problem
    else for (const [source, values] of look.reported) onSample(source, { atEpochMs, values })
    isReported ||= 'reported' in look
    if (isLast || ('isForGood' in look && look.isForGood && !isReported)) break
    await untilNext(askedMs, sampling)
  }
  if (!isReported && problem !== null) onProblem(problem)
}

type Question = Readonly<{ client: HttpClient; reader: MetricsReader; timeoutMs: number }>

async function lookAt({ client, reader, timeoutMs }: Question): Promise<Look> {
  const url = serverUrl(reader.access.baseUrl, reader.path)
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const { status, body } = await metricsAnswer(client, reader.path, signal)
    if (status !== 200) {
      return {
        problem: message('servers.metricsStatus', { url, status }),
        isForGood: status === 404,
      }
    }
    const reported = reader.read(body)
    if (reported.length > 0) return { reported }
    return { problem: reader.empty, isForGood: true }
  } catch (error) {
    return {
      problem: message('servers.metricsUnreachable', { url, why: textOf(error) }),
      isForGood: false,
    }
  }
}

/** Waits whole intervals from the last query; returns at once when sampling ends. */
async function untilNext(askedMs: number, { everyMs, now, signal }: SamplerInput): Promise<void> {
  const sinceMs = now() - askedMs
  const waitMs = everyMs - (sinceMs % everyMs)
  await delay(waitMs, undefined, { signal }).catch(() => undefined)
}

// Inputs of a run's samplers: listeners, an end, and a clock.
export type SamplerInput = Readonly<{
  onSample(source: TelemetrySource, sample: TelemetrySample): void
  /** Reason for missing samples, as a sentence. */
  onProblem(problem: Text): void
  /** Interval of samples. */
  everyMs: number
  /** Current time in epoch ms. */
  now(): number
  /** Ends sampling, after a last sample. */
  signal: AbortSignal
}>
