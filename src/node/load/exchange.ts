// One request and its response, from its dispatch to a connection to its record.
import { Buffer } from 'node:buffer'
import type {
  ConversationTurn,
  FirstTimes,
  RejectedAttempt,
  RequestError,
  RequestRecord,
  ResponseDifferences,
  TokenParts,
} from '#core/records/request-record.ts'
import type { OpenRequest } from '#core/model/run/run.ts'
import { longestText } from '#core/base/bounds.ts'
import type { AnswerReader } from '#core/protocol/answer-reader.ts'
import type { AnswerReading } from '#core/protocol/answer-reading.ts'
import { endsWhole } from '#core/protocol/finish-reason.ts'
import type { ResponseHead } from '#core/protocol/response-head.ts'
import type { TokenUsage } from '#core/protocol/stream-event.ts'
import {
  brokenOff,
  compressedBy,
  endedEarly,
  failure,
  failureOf,
  keptBodyBytes,
  refusedBy,
  stalled,
  tooLarge,
  tooMuchHeld,
  unclosed,
  withoutContent,
  withoutEvents,
  withoutToken,
} from './failure.ts'
import { heldBytes, mostHeldBytes } from './held-bytes.ts'
import { nowUs } from './runtime/clock.ts'
import { LateEvents } from './runtime/late-events.ts'
import type { FieldsOf, ResponseListener } from './connections/response-listener.ts'
import type { TokenGaps } from './token-gaps.ts'

/** A reported count of 0 is ignored if reasoning was streamed. */
function tokenPartsOf(usage: TokenUsage | null, { reasoning }: FirstTimes): TokenParts | undefined {
  const { reasoningTokens, cachedTokens = null } = usage ?? {}
  const isCounted = reasoningTokens !== undefined && (reasoningTokens > 0 || reasoning === null)
  if (!isCounted && cachedTokens === null) return undefined
  return { reasoning: isCounted ? reasoningTokens : null, cached: cachedTokens }
}

const noBytes = Buffer.alloc(0)
/** Limit far above any expected response: a list of vectors takes a few megabytes. */
const largestAnswerBytes = 256 * 2 ** 20
const moreTokensThanAny = 2 ** 30

export type PlannedRequest = Readonly<{
  index: number
  /** Position of its body in the plan. */
  place: number
  requestId: string | null
  turn?: ConversationTurn | undefined
  /** Index of its server; omitted if there is one server. */
  target?: number | undefined
  scheduledAtUs: number
  /** Time when it could be sent: on schedule, or when an earlier request freed a slot. */
  dueAtUs: number
  promptTokens: number
  inputs: number
  inputAudioS: number | null
  /** Earlier attempts; omitted in runs that do not retry. */
  rejected?: readonly RejectedAttempt[]
}>

/** Callbacks for the events of an exchange. */
export interface ExchangeObserver {
  onSending(exchange: Exchange): void
  /** Bytes of the request, to send it once more. */
  requestOf(planned: PlannedRequest): Uint8Array
  /** Called for every part of a body; parts of one read share its time, on the local clock. */
  onRead(atUs: number): void
  /** Delay of the last read. */
  readonly readLagUs: number
  /** Delay with which a part of a paced request was sent. */
  onPaced?(lateUs: number): void
  onFirstToken(ttftUs: number): void
  /** `count` token events after the first arrived at once, `gapUs` after the previous event. */
  onGaps(gapUs: number, count: number): void
  /** Called once. The connection can carry the next request only if `reusable`. */
  onSettled(exchange: Exchange, reusable: boolean): void
}

/** Error to abort the request with once it has this number of tokens. */
export type TokenLimit = Readonly<{ tokens: number; error: RequestError }>

export type ExchangeOptions = Readonly<{
  reading: AnswerReading
  gaps: TokenGaps
  observer: ExchangeObserver
  /** Null or omitted if the number of tokens is unlimited. */
  tokenLimit?: TokenLimit | null
  /** Start of the run on the local clock; all times are relative to it. */
  startUs: number
}>

export class Exchange implements ResponseListener {
  readonly planned: PlannedRequest
  readonly #options: ExchangeOptions
  readonly #reader: AnswerReader
  /** Time when it was first written; before that, when it was passed to a connection. */
  sentAtUs: number
  readonly #lateEvents = new LateEvents()
  #firstTokenAtUs: number | null = null
  #lastTokenAtUs = 0
  /** Head of an unexpected response; part of its body is kept, up to a limit. */
  #refusal: ResponseHead | null = null
  #refusalBody = noBytes
  #isBodyCoded = false
  #status: number | null = null
  #bytesLeft = largestAnswerBytes
  #heldBytes = 0
  /** Tokens until the client cancels the request; larger than any response if it is never cancelled. */
  #tokensLeft: number
  #settled = false
  #isResent = false
  #error: RequestError | null = null
  #endedAtUs = 0
  #fieldsOf: FieldsOf | null = null

  constructor(planned: PlannedRequest, options: ExchangeOptions) {
    this.planned = planned
    this.#options = options
    this.#reader = options.reading.begin()
    this.#tokensLeft = options.tokenLimit?.tokens ?? moreTokensThanAny
    this.sentAtUs = this.#sinceStart(nowUs())
  }

  onSending(atUs: number): void {
    this.sentAtUs = this.#sinceStart(atUs)
    this.#options.observer.onSending(this)
  }

  onResending(): Uint8Array | null {
    if (this.#settled) return null
    this.#isResent = true
    return this.#options.observer.requestOf(this.planned)
  }

  onHead(head: ResponseHead): void {
    this.#status = head.status
    const compressed = compressedBy(head)
    this.#isBodyCoded = compressed !== null
    if (compressed !== null && head.status === 200) return this.#settle(compressed, false)
    if (head.status !== 200 || !this.#reader.open(head)) this.#refusal = head
  }

  onBody(bytes: Uint8Array, start: number, end: number, readAtUs: number): void {
    if (this.#settled) return
    this.#bytesLeft -= end - start
    if (this.#bytesLeft < 0) return this.cut(tooLarge(largestAnswerBytes))
    if (this.#refusal !== null && !this.#opensAnyway(bytes, start, end))
      return this.#keepRefusal(bytes.subarray(start, end))
    const { observer } = this.#options
    observer.onRead(readAtUs)
    this.#lateEvents.beginPart(observer.readLagUs, readAtUs)
    const atUs = this.#sinceStart(readAtUs)
    const count = this.#reader.read(bytes, start, end, atUs)
    // Events that share a chunk were written together by the server.
    if (count > 0) this.#lateEvents.add(1)
    this.#takeTokens(count)
    if (this.#reader.fault !== null) this.#settle(this.#streamError(), false)
    this.#countHeld()
  }

  /** The first bytes of a body override its content type. */
  #opensAnyway(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#status !== 200 || this.#refusalBody.length > 0) return false
    if (!this.#reader.opensAnyway(bytes, start, end)) return false
    this.#refusal = null
    return true
  }

  onChunks(start: number, end: number): number {
    if (this.#settled || this.#refusal !== null || this.#bytesLeft < end - start) return start
    const next = this.#reader.readAlike(start, end)
    this.#bytesLeft -= next - start
    this.#lateEvents.add(this.#reader.tokensInRead)
    this.#takeTokens(this.#reader.tokensInRead)
    this.#countHeld()
    return next
  }

  onPaced(dueAtUs: number, sentAtUs: number): void {
    this.#options.observer.onPaced?.(sentAtUs - dueAtUs)
  }

  onMeasured(fieldsOf: FieldsOf): void {
    this.#fieldsOf = fieldsOf
  }

  onEnd(): void {
    if (this.#settled) return
    if (this.#refusal === null) this.#takeTokens(this.#reader.end())
    this.#settle(this.#streamError(), true)
  }

  onError(error: Error): void {
    if (this.#refusal !== null || this.#reader.complete) this.#settle(this.#streamError(), false)
    else this.#settle(this.#status === null ? failureOf(error) : brokenOff(error), false)
  }

  /** Ends it from the client's side, unless the response is complete or was rejected. */
  cut(reason: RequestError): void {
    const isKnown = this.#reader.complete || this.#refusal !== null
    this.#settle(isKnown ? this.#streamError() : reason, false)
  }

  /** Ends it as above if output had begun and then stalled for this long. */
  cutIfStalled(limitS: number): void {
    const { lastOutputAtUs } = this.#reader
    const silentUs = this.#sinceStart(nowUs()) - lastOutputAtUs
    if (lastOutputAtUs > 0 && silentUs > limitS * 1e6) this.cut(stalled(limitS))
  }

  toRecord(): RequestRecord {
    const { index, requestId, turn, target, scheduledAtUs, rejected } = this.planned
    const { promptTokens, inputs, inputAudioS } = this.planned
    const { usage, text, firstAtUs, serverTimes, made, added } = this.#reader
    const tokenParts = tokenPartsOf(usage, firstAtUs)
    const gapsUs = this.#options.gaps.take()
    const record: RequestRecord = {
      index,
      requestId,
      turn,
      target,
      scheduledAtUs,
      rejected,
      sentAtUs: this.sentAtUs,
      resent: this.#isResent ? true : undefined,
      firstTokenAtUs: this.#firstTokenAtUs,
      firstAtUs,
      endedAtUs: this.#endedAtUs,
      interTokenLatenciesUs: gapsUs,
      promptTokens: usage?.promptTokens ?? promptTokens,
      inputs,
      inputAudioS,
      made: made ?? undefined,
      outputTokens: usage?.completionTokens ?? null,
      generatedText: this.#error?.code === 'too-large' ? '' : text.slice(0, longestText),
      serverTimes: serverTimes ?? undefined,
      tokenParts,
      reasoningText: this.#uncountedReasoning(tokenParts),
      differences: this.#differences(),
      readAtOnce: this.#lateEvents.readAtOnce ? true : undefined,
      error: this.#error,
    }
    const further = this.#fieldsOf?.(record, this.#options.startUs)
    return further === undefined && added === null ? record : { ...record, ...added, ...further }
  }

  #differences(): ResponseDifferences | undefined {
    const { model, isUnexplained } = this.#reader
    const isOther = model !== null && this.#options.reading.isOtherModel(model)
    if (!isOther && !isUnexplained) return undefined
    return { ...(isOther && { model }), ...(isUnexplained && { unexplained: true }) }
  }

  /** Absent if the server counted the reasoning, or if there was none. */
  #uncountedReasoning(parts: TokenParts | undefined): string | undefined {
    if (this.#reader.firstAtUs.reasoning === null) return undefined
    if ((parts?.reasoning ?? null) !== null) return undefined
    const text = this.#reader.reasoningText
    return text === '' ? undefined : text
  }

  /** Head of an unexpected response, otherwise null. */
  get refusal(): ResponseHead | null {
    return this.#refusal
  }

  get soFar(): OpenRequest {
    const { tokenLimit = null } = this.#options
    return {
      index: this.planned.index,
      sentAtS: this.sentAtUs / 1e6,
      firstTokenAtS: this.#firstTokenAtUs === null ? null : this.#firstTokenAtUs / 1e6,
      tokens: (tokenLimit?.tokens ?? moreTokensThanAny) - this.#tokensLeft,
    }
  }

  get failed(): boolean {
    return this.#error !== null
  }

  /** All tokens arrived in the same read, and so at the same time. */
  #takeTokens(count: number): void {
    if (count === 0) return
    const { gaps, observer } = this.#options
    const atUs = this.#reader.lastOutputAtUs
    const isFirst = this.#firstTokenAtUs === null
    if (isFirst) {
      this.#firstTokenAtUs = this.#lastTokenAtUs = atUs
      observer.onFirstToken(atUs - this.sentAtUs)
    }
    const later = isFirst ? count - 1 : count
    if (later > 0) {
      const gapUs = atUs - this.#lastTokenAtUs
      gaps.add(gapUs, later)
      observer.onGaps(gapUs, later)
      this.#lastTokenAtUs = atUs
    }
    this.#tokensLeft -= count
    if (this.#tokensLeft <= 0) this.#cutByIntent()
  }

  #cutByIntent(): void {
    const { tokenLimit = null } = this.#options
    if (tokenLimit !== null && !this.#reader.complete) this.cut(tokenLimit.error)
  }

  /** The first token arrived with the first message; the times of the others are unknown. */
  #takeUnseen(): void {
    const { unseen } = this.#reader
    if (unseen === null) return
    this.#firstTokenAtUs = unseen.firstAtUs
    this.#options.observer.onFirstToken(unseen.firstAtUs - this.sentAtUs)
  }

  #countHeld(): void {
    if (this.#settled) return
    const before = this.#heldBytes
    this.#heldBytes = this.#reader.heldBytes + this.#options.gaps.heldBytes
    if (heldBytes.change(before, this.#heldBytes)) this.cut(tooMuchHeld(mostHeldBytes))
  }

  #keepRefusal(bytes: Uint8Array): void {
    const room = keptBodyBytes - this.#refusalBody.length
    if (room > 0) this.#refusalBody = Buffer.concat([this.#refusalBody, bytes.subarray(0, room)])
  }

  /** Error of the response so far, or null. */
  #streamError(): RequestError | null {
    const { fault, complete, empty, finishReason } = this.#reader
    if (this.#refusal !== null) {
      const { kind } = this.#options.reading
      const body = this.#isBodyCoded ? null : this.#refusalBody.toString()
      return refusedBy(this.#refusal, { body, wanted: kind })
    }
    if (fault !== null) return failure(fault.code, fault.message, { status: 200, body: fault.body })
    if (!complete) {
      if (this.#bytesLeft === largestAnswerBytes) return withoutContent
      return { ...(empty ? withoutEvents : unclosed), body: this.#reader.stray ?? null }
    }
    if (finishReason !== null && !endsWhole(finishReason)) return endedEarly(finishReason)
    return empty ? withoutToken : null
  }

  #settle(error: RequestError | null, reusable: boolean): void {
    if (this.#settled) return
    this.#settled = true
    this.#error = error
    heldBytes.change(this.#heldBytes, 0)
    if (error === null) this.#takeUnseen()
    this.#endedAtUs = error === null ? this.#lastOutputAtUs() : this.#sinceStart(nowUs())
    this.#options.observer.onSettled(this, reusable)
  }

  /** An empty response that counts as a success has zero duration. */
  #lastOutputAtUs(): number {
    const { unseen, lastOutputAtUs } = this.#reader
    return Math.max(this.sentAtUs, unseen?.lastAtUs ?? lastOutputAtUs)
  }

  #sinceStart(atUs: number): number {
    return Math.round(atUs - this.#options.startUs)
  }
}
