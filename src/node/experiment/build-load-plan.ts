// Completes a planned workload to a load plan, with URLs, headers and limits.
import { endpointUrl } from '#core/backends/server-address.ts'
import type { LoadPlan, PlannedConduct, PlannedTargets } from '#contract/load-protocol.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { backendTraits, type ProtocolName } from '#core/backends/backend-traits.ts'
import type { AnswerCounting } from '#core/compat/counting.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { clockedS } from '#core/traits/load-traits.ts'
import { keysOf } from '#core/base/keys-of.ts'
import { addedTrafficFlags } from '#core/flags/load-senders.ts'
import { spread } from './spread.ts'
import { serverBaseUrls } from '#core/flags/server-urls.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import { buildRequestBody, contentTypeFor } from '#core/protocol/requests/request-body.ts'
import { requestForms } from '#core/protocol/apis.ts'
import { secretsOf } from '#core/redaction/presentable.ts'
import type { Workload } from '#node/datasets/prepare-workload.ts'
import { clientTls } from '#node/load/connections/client-tls.ts'
import { environmentProxy } from '#node/load/connections/environment-proxy.ts'
import { writtenOut } from './body-writer.ts'
import { type PlannedWorkload, planWorkload, type WorkloadParts } from './planned-workload.ts'

type PlanParts = WorkloadParts &
  Readonly<{
    /** Other model names that its responses may contain. */
    aliases?: readonly (string | null)[]
    baseUrl: string
    apiKey: string | null
  }>

export function buildLoadPlan(workload: Workload, parts: PlanParts): LoadPlan {
  const { offsetsS } = workload
  return loadPlanOf({ ...planWorkload(workload, parts), offsetsS }, parts)
}

/** A planned workload with its URLs, headers and limits. */
export function loadPlanOf(planned: PlannedWorkload, parts: PlanParts): LoadPlan {
  const { runId, config, baseUrl, apiKey } = parts
  const { first, models, boundary, ...workload } = planned
  const { backend } = config
  const form = requestForms[backend]
  const { protocol } = backendTraits[backend]
  const url = endpointUrl(baseUrl, config.endpoint)
  return {
    runId,
    url,
    proxy: environmentProxy(new URL(url))?.href ?? null,
    ...targetsOf(url, config),
    method: form.encoding === 'frames' ? 'GET' : 'POST',
    headers: requestHeaders({
      contentType: contentTypeFor(backend, boundary),
      apiKey: form.sendsKey ? apiKey : null,
      own: form.headers?.(apiKey) ?? {},
      overrides: config.header,
    }),
    secrets: [...secretsOf(config), ...(apiKey === null ? [] : [apiKey])],
    insecure: config.insecure,
    tls: clientTls(url, config),
    protocol,
    counting: countingFor(protocol, config),
    models: modelNames(url, config, [
      ...[parts.model, config.model, config.servedModelName, ...(parts.aliases ?? [])],
      ...models,
    ]),
    ...form.settings?.(config),
    ...workload,
    sendUntilS: clockedS(config) ?? undefined,
    maxConcurrency: config.maxConcurrency,
    threads: config.clientThreads,
    coldConnections: config.coldConnections || backendTraits[backend].servesFewConnections,
    transport: config.transport,
    warmups: first === null ? [] : new Array<Uint8Array>(warmupsOf(config)).fill(first.asWarmUp),
    ...(config.probeRequestRate > 0 && {
      probes: {
        body: writtenOut(buildRequestBody(probe, { config, model: parts.model, boundary })),
        perSecond: config.probeRequestRate,
      },
    }),
    conduct: conductOf(config),
    keepText: true,
    requestTimeoutS: config.requestTimeoutSec,
    stallTimeoutS: config.stallTimeoutSec,
    runTimeoutS: config.runTimeoutSec,
    failureLimits: {
      maxConnectionErrors: config.maxConnectionErrors,
      maxErrors: config.maxErrors,
      maxErrorRate: config.maxErrorRate,
    },
  }
}

/** An Azure deployment has its own name, but responses name its model. */
function modelNames(
  url: string,
  { backend, extraBody }: BenchmarkConfig,
  named: readonly unknown[],
): readonly string[] | undefined {
  if (!backendTraits[backend].namesModel || url.includes('/deployments/')) return undefined
  const all = [...named, extraBody?.['model']].filter((name) => typeof name === 'string')
  return [...new Set(all)]
}

/** The load may reach the first server at another address than the one in the config. */
function targetsOf(
  firstUrl: string,
  config: BenchmarkConfig,
): Readonly<{ targets?: PlannedTargets }> {
  const [, ...others] = serverBaseUrls(config)
  if (others.length === 0 || spread === undefined) return {}
  const servers = [firstUrl, ...others.map((baseUrl) => endpointUrl(baseUrl, config.endpoint))].map(
    (url) => ({
      url,
      proxy: environmentProxy(new URL(url))?.href ?? null,
    }),
  )
  return { targets: { servers, strategy: spread.strategyOf(config) } }
}

/** Every server gets the warm-up. */
function warmupsOf(config: BenchmarkConfig): number {
  return config.numWarmups * serverBaseUrls(config).length
}

function conductOf(config: BenchmarkConfig): PlannedConduct {
  const fields = ['seed', ...keysOf(addedTrafficFlags)] as const
  return Object.fromEntries(fields.map((field) => [field, config[field]])) as PlannedConduct
}

function countingFor(protocol: ProtocolName, config: BenchmarkConfig): LoadPlan['counting'] {
  const counting: Readonly<Partial<Record<ProtocolName, AnswerCounting>>> =
    compatProfileOf(config).counting
  return counting[protocol]
}

/** The smallest possible request. */
const probe: SampledRequest = {
  prompt: 'Hi',
  promptTokens: 1,
  expectedOutputTokens: 1,
  requestId: null,
}

/** The first request alone, sent at once without an id to the base model: the plan of a ready check. */
export function testPlanOf(planned: PlannedWorkload, parts: PlanParts): LoadPlan {
  const { first } = planned
  const workload: PlannedWorkload = {
    ...planned,
    bodies: writtenBodies(first === null ? [] : [first.asTest]),
    requestIds: first === null ? [] : [null],
    promptTokens: planned.promptTokens.slice(0, 1),
    inputs: planned.inputs.slice(0, 1),
    inputAudioS: planned.inputAudioS.slice(0, 1),
    offsetsS: Float64Array.of(0),
    conversations: undefined,
    warmUp: undefined,
  }
  const config = {
    ...parts.config,
    ...{ numWarmups: 0, probeRequestRate: 0, durationMinutes: null },
  }
  return { ...loadPlanOf(workload, { ...parts, config }), targets: undefined, readsWhole: true }
}
