// The part of a load plan that does not depend on the server: bodies, lengths and times. It can be cached for later runs.
import { Buffer } from 'node:buffer'
import type { LoadPlan, PlannedConversations } from '#contract/load-protocol.ts'
import { backendTraits, type BackendName } from '#core/backends/backend-traits.ts'
import { appError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { BodyTemplates } from '#core/protocol/requests/body-templates.ts'
import { bodyAt, type PlannedBodies } from '#core/protocol/requests/planned-bodies.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { WarmUpWorkload } from '#node/datasets/prepare-warm-up.ts'
import type { Workload } from '#node/datasets/prepare-workload.ts'
import { BodyWriter, writtenOut } from './body-writer.ts'

export type PlannedWorkload = Readonly<
  Pick<
    LoadPlan,
    | 'bodies'
    | 'requestIds'
    | 'promptTokens'
    | 'inputs'
    | 'inputAudioS'
    | 'offsetsS'
    | 'conversations'
    | 'warmUp'
  > & {
    /** Bodies of the first request, for warm-ups and for ready checks. Null if there is no request. */
    first: Readonly<{ asWarmUp: Uint8Array; asTest: Uint8Array }> | null
    /** Models named by requests: adapters and overrides. */
    models: readonly string[]
    /** Separator of the parts of a form. */
    boundary: string
  }
>

export type WorkloadParts = Readonly<{
  runId: string
  config: BenchmarkConfig
  /** Model name in the requests. */
  model: string
  /** Absent if the run begins cold. */
  warmUp?: WarmUpWorkload | null
}>

/** Shortens a column of a message between processes if all its values are the usual one. */
export function emptyIfAll<Value>(usual: Value, column: readonly Value[]): readonly Value[] {
  return column.every((value) => value === usual) ? [] : column
}

/** Everything but the times, which a schedule gives. */
export function planWorkload(
  { requests, loraModules }: Pick<Workload, 'requests' | 'loraModules'>,
  { runId, config, model, warmUp = null }: WorkloadParts,
): Omit<PlannedWorkload, 'offsetsS'> {
  const boundary = `kneepoint-${runId}`
  const templates = new BodyTemplates({ config, boundary })
  const bodyOf = (request: SampledRequest) => writtenOut(templates.piecesOf(request, model))
  const bodiesOf = (workload: Pick<Workload, 'requests' | 'loraModules'>) => {
    const writer = new BodyWriter()
    workload.requests.forEach((each, index) => {
      writer.add(templates.piecesOf(each, workload.loraModules?.[index] ?? model))
    })
    return writer.finish()
  }
  const bodies = bodiesOf({ requests, loraModules })
  const [first] = requests
  const named = requests.map(({ bodyOverrides }) => bodyOverrides?.['model'])
  return {
    bodies,
    requestIds: requests.map(({ requestId }) => requestId),
    promptTokens: requests.map(({ promptTokens }) => promptTokens),
    inputs: emptyIfAll(
      1,
      requests.map((request) => inputCount(request, config)),
    ),
    inputAudioS: emptyIfAll(
      null,
      requests.map(({ recording }) => recording?.durationS ?? null),
    ),
    conversations: planConversations(requests, bodies, config),
    ...(warmUp !== null && {
      warmUp: {
        lengthS: warmUp.lengthS,
        bodies: bodiesOf(warmUp),
        offsetsS: warmUp.offsetsS,
      },
    }),
    first:
      first === undefined
        ? null
        : {
            asWarmUp: bodyOf(first),
            asTest: bodyOf({ ...first, requestId: null, turn: undefined }),
          },
    models: [
      ...new Set([...(loraModules ?? []), ...named].filter((name) => typeof name === 'string')),
    ],
    boundary,
  }
}

/** Undefined if the requests are not turns of conversations. */
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

/** Byte range of the request's own messages. The first match is right, because quotes inside texts are escaped. */
function ownMessages(
  { chatMessages = [] }: SampledRequest,
  body: Uint8Array,
): Readonly<{ start: number; end: number }> {
  const list = Buffer.from(listStart + JSON.stringify(chatMessages).slice(1))
  const place = Buffer.from(body.buffer, body.byteOffset, body.length).indexOf(list)
  if (place >= 0) return { start: place + listStart.length, end: place + list.length - 1 }
  throw appError('invalid-input', 'runs.messagesReplaced', {}, { field: 'extraBody' })
}

/** Input texts as vLLM's client counts them: for a ranking, only documents. Exported for tests. */
export function inputCount(
  { furtherPrompts = [] }: Pick<SampledRequest, 'furtherPrompts'>,
  { backend }: Readonly<{ backend: BackendName }>,
): number {
  const { ranksDocuments } = backendTraits[backend]
  return furtherPrompts.length + (ranksDocuments ? 0 : 1)
}
