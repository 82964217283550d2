// From the requests a workload holds to what the load generator needs: bytes, offsets and limits.
import { endpointUrl } from '#core/address/server-address.ts'
import { Buffer } from 'node:buffer'
import type { LoadPlan, PlannedConversations, PlannedTargets } from '#contract/load-protocol.ts'
import { appError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { bodyAt, type PlannedBodies } from '#core/protocol/requests/planned-bodies.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { backendTraits, type ProtocolName } from '#core/model/benchmark/backend-traits.ts'
import type { AnswerCounting } from '#core/compat/counting.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { clockedS } from '#core/model/benchmark/load-traits.ts'
import { cancelAfterOf, type CancelPolicy } from '#core/model/benchmark/cancel-policy.ts'
import { inputCount } from '#core/protocol/requests/input-count.ts'
import { requestHeaders, serverBaseUrls } from '#core/protocol/requests/headers.ts'
import { buildRequestBody, contentTypeFor } from '#core/protocol/requests/request-body.ts'
import { positive } from '#core/protocol/families/made-media.ts'
import { pollFields } from '#core/protocol/families/videos.ts'
import { requestForms } from '#core/protocol/requests/request-forms.ts'
import { secretsOf } from '#core/redaction/presentable.ts'
import type { WarmUpWorkload } from '#node/datasets/prepare-warm-up.ts'
import type { Workload } from '#node/datasets/prepare-workload.ts'
import { clientTls } from '#node/load/connections/client-tls.ts'
import { environmentProxy } from '#node/load/connections/environment-proxy.ts'
import { BodyWriter, writtenOut } from './body-writer.ts'

// Which of the requests of a plan are turns of conversations, and where in their bodies what was said before belongs.

/** Undefined where each request stands alone; a workload holds either. */
function planConversations(
  requests: readonly SampledRequest[],
  bodies: PlannedBodies,
  { multiTurnHistory }: Pick<BenchmarkConfig, 'multiTurnHistory'>,
): PlannedConversations | undefined {
  const ids: string[] = []
  const firstTurns: number[] = []
  requests.forEach(({ turn }, index) => {
    if (turn?.number !== 0) return
    ids.push(turn.conversationId)
    firstTurns.push(index)
  })
  if (ids.length === 0) return undefined
  const spans = requests.map((request, index) => ownMessages(request, bodyAt(bodies, index)))
  const steps = requests.flatMap(({ turn }) => (turn?.step === undefined ? [] : [turn.step]))
  return {
    ids,
    firstTurns: Uint32Array.of(...firstTurns, requests.length),
    thinkS: Float64Array.from(
      requests,
      ({ turn }) => (turn?.thinkS ?? 0) + (turn?.step?.toolS ?? 0),
    ),
    ownMessages: {
      starts: Uint32Array.from(spans, ({ start }) => start),
      ends: Uint32Array.from(spans, ({ end }) => end),
    },
    sendsAnswersBack: multiTurnHistory === 'answers',
    ...(steps.length > 0 && {
      steps: steps.map(({ calls, ...step }) => ({
        ...step,
        calls: calls.length === 0 ? '' : JSON.stringify(calls),
      })),
    }),
  }
}

const listStart = '"messages":['

/** The first list of messages is the request's: quotes inside of texts are written otherwise. */
function ownMessages(
  { chatMessages = [] }: SampledRequest,
  body: Uint8Array,
): Readonly<{ start: number; end: number }> {
  const list = Buffer.from(listStart + JSON.stringify(chatMessages).slice(1))
  const place = Buffer.from(body.buffer, body.byteOffset, body.length).indexOf(list)
  if (place >= 0) return { start: place + listStart.length, end: place + list.length - 1 }
  throw appError('invalid-input', 'runs.messagesReplaced', {}, { field: 'extraBody' })
}

type PlanParts = Readonly<{
  runId: string
  config: BenchmarkConfig
  /** The name requests carry. */
  model: string
  /** Further names that its responses may carry. */
  aliases?: readonly (string | null)[]
  baseUrl: string
  apiKey: string | null
  /** Left out or null, the run begins cold. */
  warmUp?: WarmUpWorkload | null
}>

export function buildLoadPlan(
  { requests, loraModules, offsetsS }: Workload,
  { runId, config, model, aliases = [], baseUrl, apiKey, warmUp = null }: PlanParts,
): LoadPlan {
  const { backend } = config
  const form = requestForms[backend]
  const { protocol } = backendTraits[backend]
  const url = endpointUrl(baseUrl, config.endpoint)
  const boundary = `kneepoint-${runId}`
  const piecesOf = (request: SampledRequest, model: string) =>
    buildRequestBody(request, { config, model, boundary })
  const bodyOf = (request: SampledRequest) => writtenOut(piecesOf(request, model))
  const bodiesOf = (workload: Pick<Workload, 'requests' | 'loraModules'>) => {
    const writer = new BodyWriter()
    workload.requests.forEach((each, index) => {
      writer.add(piecesOf(each, workload.loraModules?.[index] ?? model))
    })
    return writer.finish()
  }
  const bodies = bodiesOf({ requests, loraModules })
  const cancels = cancelsOf(config)
  return {
    runId,
    url,
    proxy: environmentProxy(new URL(url))?.href ?? null,
    ...targetsOf(url, config),
    method: protocol === 'realtime' ? 'GET' : 'POST',
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
      ...[model, config.model, config.servedModelName, ...aliases, ...(loraModules ?? [])],
      ...requests.map(({ bodyOverrides }) => bodyOverrides?.['model']),
    ]),
    ...madeBy(config),
    bodies,
    requestIds: requests.map(({ requestId }) => requestId),
    promptTokens: requests.map(({ promptTokens }) => promptTokens),
    inputs: requests.map((request) => inputCount(request, config)),
    inputAudioS: requests.map(({ recording }) => recording?.durationS ?? null),
    offsetsS,
    conversations: planConversations(requests, bodies, config),
    sendUntilS: clockedS(config) ?? undefined,
    maxConcurrency: config.maxConcurrency,
    threads: config.clientThreads,
    coldConnections: config.coldConnections || backendTraits[backend].servesFewConnections,
    transport: config.transport,
    warmups: requests
      .slice(0, 1)
      .flatMap((request) => new Array<Uint8Array>(warmupsOf(config)).fill(bodyOf(request))),
    ...(warmUp !== null && {
      warmUp: {
        lengthS: warmUp.lengthS,
        bodies: bodiesOf(warmUp),
        offsetsS: warmUp.offsetsS,
      },
    }),
    ...(config.probeRequestRate > 0 && {
      probes: { body: bodyOf(probe), perSecond: config.probeRequestRate },
    }),
    ...(config.retryStatus !== null && {
      retries: {
        statuses: config.retryStatus,
        maxRetries: config.retryMax,
        seed: config.seed,
      },
    }),
    ...(cancels !== null && { cancels }),
    keepText: true,
    ...(config.printStage && { keepStages: true }),
    requestTimeoutS: config.requestTimeoutSec,
    stallTimeoutS: config.stallTimeoutSec,
    runTimeoutS: config.runTimeoutSec,
  }
}

/** A deployment of Azure has a name of its own, and responses name its model. */
function modelNames(
  url: string,
  { backend, extraBody }: BenchmarkConfig,
  named: readonly unknown[],
): readonly string[] | undefined {
  if (!backendTraits[backend].namesModel || url.includes('/deployments/')) return undefined
  const all = [...named, extraBody?.['model']].filter((name) => typeof name === 'string')
  return [...new Set(all)]
}

const usualPolling = { everyS: 2, atMostS: 6 * 60 * 60 }

/** What the client of responses in place of text must know; in `--extra-body`, as vLLM-Omni's client has it. */
function madeBy({ backend, extraBody }: BenchmarkConfig): Pick<LoadPlan, 'soundRate' | 'polling'> {
  const { makes } = backendTraits[backend]
  const numberAt = (name: string) => positive(extraBody?.[name])
  if (makes === 'sound') return { soundRate: numberAt('sample_rate') ?? undefined }
  if (makes !== 'video') return {}
  const { everyS, atMostS } = usualPolling
  return {
    polling: {
      everyS: numberAt(pollFields.every) ?? everyS,
      atMostS: numberAt(pollFields.atMost) ?? atMostS,
    },
  }
}

/** The first server may have another address where the load is sent than the config names. */
function targetsOf(
  firstUrl: string,
  config: BenchmarkConfig,
): Readonly<{ targets?: PlannedTargets }> {
  if (config.otherBaseUrls === null) return {}
  const [, ...others] = serverBaseUrls(config)
  const servers = [firstUrl, ...others.map((baseUrl) => endpointUrl(baseUrl, config.endpoint))].map(
    (url) => ({
      url,
      proxy: environmentProxy(new URL(url))?.href ?? null,
    }),
  )
  return { targets: { servers, strategy: config.urlStrategy } }
}

/** Of several servers, each is warmed up. */
function warmupsOf(config: BenchmarkConfig): number {
  return config.numWarmups * serverBaseUrls(config).length
}

function cancelsOf({ cancelAfter, cancelShare, seed }: BenchmarkConfig): CancelPolicy | null {
  const after = cancelAfter === null ? null : cancelAfterOf(cancelAfter)
  return after && { after, share: cancelShare, seed }
}

function countingFor(protocol: ProtocolName, config: BenchmarkConfig): LoadPlan['counting'] {
  const counting: Readonly<Partial<Record<ProtocolName, AnswerCounting>>> =
    compatProfileOf(config).counting
  return counting[protocol]
}

/** As little as can be asked for. */
const probe: SampledRequest = {
  prompt: 'Hi',
  promptTokens: 1,
  expectedOutputTokens: 1,
  requestId: null,
}

/** The first request alone, at once and without an id, to the model itself: what a ready check sends. */
export function buildTestPlan({ requests }: Workload, parts: PlanParts): LoadPlan {
  const first = requests
    .slice(0, 1)
    .map((request) => ({ ...request, requestId: null, turn: undefined }))
  const workload = { requests: first, loraModules: null, offsetsS: Float64Array.of(0), endS: 0 }
  const config = {
    ...parts.config,
    ...{ numWarmups: 0, probeRequestRate: 0, durationMinutes: null, cancelAfter: null },
    otherBaseUrls: null,
  }
  return buildLoadPlan(workload, { ...parts, config, warmUp: null })
}
