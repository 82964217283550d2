// One request for the formulas: durations in seconds, computed like in vLLM's client. Gaps between tokens are not copied because
// there are too many.
import type { MadeKind } from '#core/records/made-kind.ts'
import { outcomeOf } from '#core/records/request-outcome.ts'
import type {
  ConversationTurn,
  FirstTimes,
  MadeMedia,
  RequestError,
  RequestRecord,
  ResponseDifferences,
} from '#core/records/request-record.ts'

export type MeasuredRequest = Readonly<{
  /** For latencies of features; absent in tests. */
  record?: RequestRecord
  /** Absent for a request outside conversations. */
  turn?: ConversationTurn | undefined
  /** Index of its server; absent if there is only one. */
  target?: number | undefined
  /** Absent for a request that was sent only once. */
  resent?: true | undefined
  /** Send time of its last attempt, in seconds since the start of the run. */
  startS: number
  /** Earlier rejected attempts, and the time from the first of them; absent in runs that do not retry. */
  retried?: Readonly<{ attempts: number; waitS: number; tookS: number }> | undefined
  /** From the scheduled time to the first attempt. */
  queueS: number
  /** 0 if the response was one document. */
  ttftS: number
  /** From sending to the first chunk, content, reasoning and tool call. */
  firstS: FirstTimes
  /** From sending to the last token event, or to the failure. */
  latencyS: number
  /** Recorded gaps between successive token events; not copied, because a run may have hundreds of millions. */
  interTokenLatenciesUs: Uint32Array | Float64Array
  promptTokens: number
  inputs: number
  /** Length of the sent recording. */
  inputAudioS: number
  /** Media in the response; absent for text. */
  made?: MeasuredMedia | undefined
  outputTokens: number
  /** Neither the server nor a tokenizer counted them, so 1 represents all of them. Absent if counted. */
  isUncounted?: true | undefined
  /** Absent if the response matches the request. */
  differences?: ResponseDifferences | undefined
  /** Output tokens for reasoning; absent if unknown. */
  reasoningTokens?: number | undefined
  /** Counted by our tokenizer instead of the server. */
  isRecounted?: true | undefined
  /** Prompt tokens found in the prefix cache; absent if the server did not report them. */
  cachedTokens?: number | undefined
  /** Prompt tokens of a trace that an unlimited prefix cache would contain; absent for other datasets. */
  reusableTokens?: number | undefined
  /** Tokens received before the client cancelled the request (`--cancel-after`); absent for others. */
  discardedTokens?: number | undefined
  /** TPOT and ITL do not describe the server: see the record. */
  readAtOnce?: true | undefined
  /** Null for a success; failures are excluded from all latencies and token totals. */
  error: RequestError | null
}>

/** Null if unknown. `firstS` counts from sending. */
export type MeasuredMedia = Readonly<{
  kind: MadeKind
  lengthS: number | null
  firstS: number | null
  underrunS: number | null
  generationS: number | null
  /** From sending to the last token of the accompanying text; absent without text. */
  textS?: number | undefined
  count: number | null
  pixels: number | null
  /** Same as in the record. */
  stages?: MadeMedia['stages']
}>

const usPerS = 1e6

/** Assumes one token for a response whose tokens cannot be counted, like vLLM's client. */
export function measuredFromRecord(record: RequestRecord): MeasuredRequest {
  return new RecordedRequest(record, undefined)
}

/** Stores the fields that most formulas read, and computes the others on demand. A spread copies only the former. */
class RecordedRequest implements MeasuredRequest {
  readonly record: RequestRecord
  readonly reusableTokens: number | undefined
  readonly error: RequestError | null
  readonly startS: number
  readonly ttftS: number
  readonly latencyS: number
  readonly promptTokens: number
  readonly outputTokens: number
  readonly made: MeasuredRequest['made']
  #firstS: FirstTimes | null = null

  constructor(record: RequestRecord, reusableTokens: number | undefined) {
    const { firstTokenAtUs, sentAtUs } = record
    this.record = record
    this.reusableTokens = reusableTokens
    this.error = record.error
    this.startS = sentAtUs / usPerS
    this.ttftS = ((firstTokenAtUs ?? sentAtUs) - sentAtUs) / usPerS
    this.latencyS = (record.endedAtUs - sentAtUs) / usPerS
    this.promptTokens = record.promptTokens
    this.outputTokens = record.outputTokens ?? 1
    this.made = madeFrom(record)
  }

  get turn(): MeasuredRequest['turn'] {
    return this.record.turn
  }

  get target(): number | undefined {
    return this.record.target
  }

  get resent(): true | undefined {
    return this.record.resent
  }

  get retried(): MeasuredRequest['retried'] {
    return retriedFrom(this.record)
  }

  get queueS(): number {
    return (firstSentAtUs(this.record) - this.record.scheduledAtUs) / usPerS
  }

  get firstS(): FirstTimes {
    return (this.#firstS ??= firstSecondsOf(this.record))
  }

  get interTokenLatenciesUs(): Uint32Array {
    return this.record.interTokenLatenciesUs
  }

  get inputs(): number {
    return this.record.inputs
  }

  get inputAudioS(): number {
    return this.record.inputAudioS ?? 0
  }

  get isUncounted(): true | undefined {
    return this.record.outputTokens === null ? true : undefined
  }

  get differences(): ResponseDifferences | undefined {
    return this.record.differences
  }

  get reasoningTokens(): number | undefined {
    return this.record.tokenParts?.reasoning ?? undefined
  }

  get isRecounted(): true | undefined {
    return this.record.tokenParts?.isRecounted
  }

  get cachedTokens(): number | undefined {
    return this.record.tokenParts?.cached ?? undefined
  }

  get discardedTokens(): number | undefined {
    return discardedTokensOf(this.record)
  }

  get readAtOnce(): true | undefined {
    return this.record.readAtOnce
  }
}

function madeFrom({ made, sentAtUs }: RequestRecord): MeasuredRequest['made'] {
  if (made === undefined) return undefined
  const { kind, lengthS, count, pixels, firstAtUs, underrunUs, generationUs, textEndedAtUs } = made
  const { stages } = made
  const seconds = (us: number | null) => (us === null ? null : us / usPerS)
  return {
    ...{ kind, lengthS, count, pixels },
    firstS: firstAtUs === null ? null : (firstAtUs - sentAtUs) / usPerS,
    underrunS: seconds(underrunUs),
    generationS: seconds(generationUs),
    ...(textEndedAtUs !== undefined && { textS: (textEndedAtUs - sentAtUs) / usPerS }),
    ...(stages !== undefined && { stages }),
  }
}

/** Token events of a response without a count, because the server reports its count only at the end. */
function discardedTokensOf(record: RequestRecord): number | undefined {
  const { error, outputTokens, firstTokenAtUs, interTokenLatenciesUs } = record
  if (outcomeOf(error) !== 'client-cancelled') return undefined
  return outputTokens ?? (firstTokenAtUs === null ? 0 : interTokenLatenciesUs.length + 1)
}

/** Send time of its first attempt. */
export function firstSentAtUs({ rejected, sentAtUs }: RequestRecord): number {
  return rejected?.[0]?.sentAtUs ?? sentAtUs
}

function retriedFrom(record: RequestRecord): MeasuredRequest['retried'] {
  const { rejected, sentAtUs } = record
  if (rejected === undefined) return undefined
  return {
    attempts: rejected.length,
    waitS: rejected.reduce((sum, { waitUs }) => sum + waitUs, 0) / usPerS,
    tookS: (sentAtUs - firstSentAtUs(record)) / usPerS,
  }
}

function firstSecondsOf({ firstAtUs, sentAtUs }: RequestRecord): FirstTimes {
  const sinceSentS = (atUs: number | null) => (atUs === null ? null : (atUs - sentAtUs) / usPerS)
  return {
    chunk: sinceSentS(firstAtUs.chunk),
    content: sinceSentS(firstAtUs.content),
    reasoning: sinceSentS(firstAtUs.reasoning),
    toolCall: sinceSentS(firstAtUs.toolCall),
  }
}

/** Converts lazily. `reusableTokens` belong to the requests of a trace, by position in the plan. */
export function measuredFromRecords(
  records: Iterable<RequestRecord>,
  reusableTokens: readonly (number | undefined)[] = [],
): Iterable<MeasuredRequest> {
  return {
    *[Symbol.iterator]() {
      for (const record of records) {
        yield new RecordedRequest(record, reusableTokens[record.index])
      }
    },
  }
}

export function isSuccess(request: MeasuredRequest): boolean {
  return request.error === null
}

/** Does not retain the requests. */
export function successesIn(requests: Iterable<MeasuredRequest>): Iterable<MeasuredRequest> {
  return Array.isArray(requests) && requests.every(isSuccess) ? requests : withoutFailures(requests)
}

function* withoutFailures(requests: Iterable<MeasuredRequest>): Iterable<MeasuredRequest> {
  for (const request of requests) if (isSuccess(request)) yield request
}

/** Scheduled time in seconds since the start of the run. */
export function dueS({ startS, retried, queueS }: MeasuredRequest): number {
  return startS - (retried?.tookS ?? 0) - queueS
}

/** Time per output token after the first, in seconds; null without a second one. */
export function tpotS(
  request: MeasuredRequest,
  outputTokens = request.outputTokens,
): number | null {
  if (outputTokens <= 1) return null
  const textS = request.made?.textS ?? request.latencyS
  return (textS - request.ttftS) / (outputTokens - 1)
}

/** Whether its reasoning was streamed, or only counted. */
export function reasoned({ firstS, reasoningTokens = 0 }: MeasuredRequest): boolean {
  return firstS.reasoning !== null || reasoningTokens > 0
}

/** From sending to the first content or tool call after reasoning; null if nothing followed reasoning. */
export function ttfoS(request: MeasuredRequest): number | null {
  if (!reasoned(request)) return null
  const { content, reasoning, toolCall } = request.firstS
  const answerS = Math.min(content ?? Infinity, toolCall ?? Infinity)
  return answerS >= (reasoning ?? 0) && answerS < Infinity ? answerS : null
}

/** Null if the reasoning was not streamed. */
export function reasoningTimeS(request: MeasuredRequest): number | null {
  const answerS = ttfoS(request)
  const { reasoning } = request.firstS
  return answerS === null || reasoning === null ? null : answerS - reasoning
}

/** Time per visible token after its first, in seconds; null without reasoning, or a second token. */
export function answerTpotS(request: MeasuredRequest): number | null {
  const answerS = ttfoS(request)
  const { outputTokens, reasoningTokens } = request
  if (answerS === null || reasoningTokens === undefined) return null
  const tokens = outputTokens - reasoningTokens
  return tokens > 1 ? (request.latencyS - answerS) / (tokens - 1) : null
}

/** Whether it ended after reasoning. */
export function endedReasoning({ error, firstS }: MeasuredRequest): boolean {
  const { content, reasoning, toolCall } = firstS
  return error === null && reasoning !== null && content === null && toolCall === null
}

export function endS({ startS, latencyS }: Pick<MeasuredRequest, 'startS' | 'latencyS'>): number {
  return startS + latencyS
}
