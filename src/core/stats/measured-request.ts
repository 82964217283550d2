// One request as the formulas see it: durations in seconds, as the original script computes them,
// except for gaps between tokens, which are too many to be copied.
import type { MadeKind } from '#core/model/benchmark/made-kind.ts'
import {
  type ConversationTurn,
  type FirstTimes,
  type MadeMedia,
  outcomeOf,
  type RequestError,
  type RequestRecord,
  type ResponseDifferences,
} from '#core/model/run/request-record.ts'
import type { StageMetrics } from '#core/model/run/stage-metrics.ts'

export type MeasuredRequest = Readonly<{
  /** Left out for a request that stands alone. */
  turn?: ConversationTurn | undefined
  /** Place of the server it was sent to; left out where there is one. */
  target?: number | undefined
  /** Left out for a request that was sent once. */
  resent?: true | undefined
  /** When its last attempt was sent, seconds since the start of the run. */
  startS: number
  /** Attempts that the server rejected before, and the time from the first of them; left out of runs that do not retry. */
  retried?: Readonly<{ attempts: number; waitS: number; tookS: number }> | undefined
  /** From when the schedule wanted it to leave until its first attempt did. */
  queueS: number
  /** 0 where the response was one document. */
  ttftS: number
  /** From sending to the first chunk, content, reasoning and tool call. */
  firstS: FirstTimes
  /** From sending to the last token event, or to the failure. */
  latencyS: number
  /** Gaps between successive token events, as recorded: a run may have hundreds of millions. */
  interTokenLatenciesUs: Uint32Array | Float64Array
  promptTokens: number
  inputs: number
  /** Length of the recording that was sent. */
  inputAudioS: number
  /** Left out of requests that were not sent at a pace; seconds since it was sent. */
  voice?:
    | Readonly<{
        firstTextS: number | null
        finalS: number
        lagMeanS: number | null
        lagMaxS: number | null
      }>
    | undefined
  /** What the response holds in place of text; left out of text. */
  made?: MeasuredMedia | undefined
  stageMetrics?: StageMetrics | undefined
  outputTokens: number
  /** Neither the server nor a tokenizer counted them: 1 stands for all. Left out if counted. */
  isUncounted?: true | undefined
  /** Left out of a response that is as requested. */
  differences?: ResponseDifferences | undefined
  /** Of these, before the answer; left out where not known. */
  reasoningTokens?: number | undefined
  /** The tokenizer counted them, not the server. */
  isRecounted?: true | undefined
  /** Of the prompt, found in the prefix cache; left out where the server did not report it. */
  cachedTokens?: number | undefined
  /** Of the prompt of a trace, what an endless prefix cache would hold of earlier ones; left out of other datasets. */
  reusableTokens?: number | undefined
  /** Received by a request that the client then cancelled, as `--cancel-after` says; left out of any other. */
  discardedTokens?: number | undefined
  /** TPOT and ITL are not the server's: see the record. */
  readAtOnce?: true | undefined
  /** Null for a success; failures count in no latency and no token total. */
  error: RequestError | null
}>

/** Null for what is not known. `firstS` counts from sending. */
export type MeasuredMedia = Readonly<{
  kind: MadeKind
  lengthS: number | null
  firstS: number | null
  underrunS: number | null
  generationS: number | null
  /** From sending to the last token of the text beside it; left out where it has none. */
  textS?: number | undefined
  count: number | null
  pixels: number | null
  /** As in the record. */
  stages?: MadeMedia['stages']
}>

const usPerS = 1e6

/** A response whose tokens cannot be counted is assumed to hold one, as in the original. */
export function measuredFromRecord(record: RequestRecord): MeasuredRequest {
  return {
    turn: record.turn,
    target: record.target,
    resent: record.resent,
    startS: record.sentAtUs / usPerS,
    retried: retriedFrom(record),
    queueS: (firstSentAtUs(record) - record.scheduledAtUs) / usPerS,
    ttftS: ((record.firstTokenAtUs ?? record.sentAtUs) - record.sentAtUs) / usPerS,
    firstS: firstSecondsOf(record),
    latencyS: (record.endedAtUs - record.sentAtUs) / usPerS,
    interTokenLatenciesUs: record.interTokenLatenciesUs,
    promptTokens: record.promptTokens,
    inputs: record.inputs,
    inputAudioS: record.inputAudioS ?? 0,
    voice: voiceFrom(record),
    made: madeFrom(record),
    stageMetrics: record.stageMetrics,
    outputTokens: record.outputTokens ?? 1,
    isUncounted: record.outputTokens === null ? true : undefined,
    differences: record.differences,
    reasoningTokens: record.tokenParts?.reasoning ?? undefined,
    isRecounted: record.tokenParts?.isRecounted,
    cachedTokens: record.tokenParts?.cached ?? undefined,
    discardedTokens: discardedTokensOf(record),
    readAtOnce: record.readAtOnce,
    error: record.error,
  }
}

function voiceFrom({ voice, sentAtUs }: RequestRecord): MeasuredRequest['voice'] {
  if (voice === undefined) return undefined
  const seconds = (us: number | null) => (us === null ? null : us / usPerS)
  const { firstTextAtUs, finalAtUs, lagMeanUs, lagMaxUs } = voice
  return {
    firstTextS: firstTextAtUs === null ? null : (firstTextAtUs - sentAtUs) / usPerS,
    finalS: (finalAtUs - sentAtUs) / usPerS,
    lagMeanS: seconds(lagMeanUs),
    lagMaxS: seconds(lagMaxUs),
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

/** Token events of a response without a count: the server reports its count at the end of a response. */
function discardedTokensOf(record: RequestRecord): number | undefined {
  const { error, outputTokens, firstTokenAtUs, interTokenLatenciesUs } = record
  if (outcomeOf(error) !== 'client-cancelled') return undefined
  return outputTokens ?? (firstTokenAtUs === null ? 0 : interTokenLatenciesUs.length + 1)
}

/** Of its first attempt. */
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

/** Each is made when it is read. `reusableTokens` are those of the requests of a trace, by their places in the plan. */
export function measuredFromRecords(
  records: Iterable<RequestRecord>,
  reusableTokens: readonly (number | undefined)[] = [],
): Iterable<MeasuredRequest> {
  return {
    *[Symbol.iterator]() {
      for (const record of records) {
        const measured = measuredFromRecord(record)
        const reusable = reusableTokens[record.index]
        yield reusable === undefined ? measured : { ...measured, reusableTokens: reusable }
      }
    },
  }
}

export function isSuccess(request: MeasuredRequest): boolean {
  return request.error === null
}

/** Without holding on to any. */
export function* successesIn(requests: Iterable<MeasuredRequest>): Iterable<MeasuredRequest> {
  for (const request of requests) if (isSuccess(request)) yield request
}

/** When the schedule wanted it to leave, seconds since the start of the run. */
export function dueS({ startS, retried, queueS }: MeasuredRequest): number {
  return startS - (retried?.tookS ?? 0) - queueS
}

/** Time per output token after the first, in seconds; null where there is no second one. */
export function tpotS(request: MeasuredRequest): number | null {
  if (request.outputTokens <= 1) return null
  const textS = request.made?.textS ?? request.latencyS
  return (textS - request.ttftS) / (request.outputTokens - 1)
}

/** From sending the first attempt; null in a run that does not retry. */
export function e2elIncludingRetriesS({ latencyS, retried }: MeasuredRequest): number | null {
  return retried === undefined ? null : retried.tookS + latencyS
}

/** Likewise; null as well for a response in one document. */
export function ttftIncludingRetriesS({ ttftS, retried }: MeasuredRequest): number | null {
  return retried === undefined || ttftS === 0 ? null : retried.tookS + ttftS
}

/** Of the trajectory that it ended, in seconds; null for any other request. */
export function timeToSolutionS({ turn }: MeasuredRequest): number | null {
  const whole = turn?.step?.whole
  return whole === undefined ? null : whole.tookUs / usPerS
}

/** Likewise, with at least one request in flight. */
export function modelTimeS({ turn }: MeasuredRequest): number | null {
  const whole = turn?.step?.whole
  return whole === undefined ? null : whole.modelUs / usPerS
}

/** From the end of the speech to the whole transcript, in seconds; null for what is no voice. */
export function finalAfterSpeechS({ voice, inputAudioS }: MeasuredRequest): number | null {
  return voice === undefined ? null : voice.finalS - inputAudioS
}

/** Seconds that a voice takes per second of its recording: the real-time factor. */
export function realTimeFactor({ voice, inputAudioS }: MeasuredRequest): number | null {
  return voice === undefined || inputAudioS === 0 ? null : voice.finalS / inputAudioS
}

/** Seconds that a response takes per second of the sound in it; null for anything else, and for silence. */
export function soundRtf({ made, latencyS }: MeasuredRequest): number | null {
  return made?.kind === 'sound' && made.lengthS ? latencyS / made.lengthS : null
}

/** Likewise of a video, by the server's clock where it reports how long it took. */
export function videoRtf({ made, latencyS }: MeasuredRequest): number | null {
  if (made?.kind !== 'video' || !made.lengthS) return null
  return (made.generationS ?? latencyS) / made.lengthS
}

/** How long the server took for images or a video, by its own clock. */
export function generationS({ made }: MeasuredRequest, kind: MadeKind): number | null {
  return made?.kind === kind ? made.generationS : null
}

/** Its reasoning was streamed, or only counted. */
export function reasoned({ firstS, reasoningTokens = 0 }: MeasuredRequest): boolean {
  return firstS.reasoning !== null || reasoningTokens > 0
}

/** From sending to the first content or tool call after reasoning; null where no answer followed reasoning. */
export function ttfoS(request: MeasuredRequest): number | null {
  if (!reasoned(request)) return null
  const { content, reasoning, toolCall } = request.firstS
  const answerS = Math.min(content ?? Infinity, toolCall ?? Infinity)
  return answerS >= (reasoning ?? 0) && answerS < Infinity ? answerS : null
}

/** Null where the reasoning was not streamed. */
export function reasoningTimeS(request: MeasuredRequest): number | null {
  const answerS = ttfoS(request)
  const { reasoning } = request.firstS
  return answerS === null || reasoning === null ? null : answerS - reasoning
}

/** Time per token of the answer after its first, in seconds; null without reasoning, or a second token. */
export function answerTpotS(request: MeasuredRequest): number | null {
  const answerS = ttfoS(request)
  const { outputTokens, reasoningTokens } = request
  if (answerS === null || reasoningTokens === undefined) return null
  const tokens = outputTokens - reasoningTokens
  return tokens > 1 ? (request.latencyS - answerS) / (tokens - 1) : null
}

/** It reasoned, and nothing followed. */
export function endedReasoning({ error, firstS }: MeasuredRequest): boolean {
  const { content, reasoning, toolCall } = firstS
  return error === null && reasoning !== null && content === null && toolCall === null
}

export function endS({ startS, latencyS }: MeasuredRequest): number {
  return startS + latencyS
}
