// One request and its answer, from the moment it is handed to a connection to its record.
import { Buffer } from 'node:buffer'
import type {
  ConversationTurn,
  FirstTimes,
  RejectedAttempt,
  RequestError,
  RequestRecord,
  ResponseDifferences,
  TokenParts,
  Voice,
} from '#core/model/run/request-record.ts'
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
  withoutToken,
} from './failure.ts'
import { speechLag } from '#core/stats/speech-lag.ts'
import { heldBytes, mostHeldBytes } from './held-bytes.ts'
import { nowUs } from './runtime/clock.ts'
import { LateEvents } from './monitor/late-events.ts'
import type { ResponseListener } from './connections/response-listener.ts'
import type { TokenGaps } from './token-gaps.ts'

/** A count of 0 beside reasoning is no count. */
function tokenPartsOf(usage: TokenUsage | null, { reasoning }: FirstTimes): TokenParts | undefined {
  const { reasoningTokens, cachedTokens = null } = usage ?? {}
  const isCounted = reasoningTokens !== undefined && (reasoningTokens > 0 || reasoning === null)
  if (!isCounted && cachedTokens === null) return undefined
  return { reasoning: isCounted ? reasoningTokens : null, cached: cachedTokens }
}

const noBytes = Buffer.alloc(0)
/** Far beyond any answer that was asked for: a list of vectors is some megabytes. */
const largestAnswerBytes = 256 * 2 ** 20
const moreTokensThanAny = 2 ** 30

export type PlannedRequest = Readonly<{
  index: number
  /** Of its body in the plan. */
  place: number
  requestId: string | null
  turn?: ConversationTurn | undefined
  /** Place of the server it goes to; left out where there is one server. */
  target?: number | undefined
  scheduledAtUs: number
  /** When it was free to leave: on schedule, or when a request before it made room. */
  dueAtUs: number
  promptTokens: number
  inputs: number
  inputAudioS: number | null
  /** Attempts before this one; left out of runs that do not retry. */
  rejected?: readonly RejectedAttempt[]
}>

/** Called as it happens. */
export interface ExchangeObserver {
  onSending(exchange: Exchange): void
  /** Its bytes, to be sent once more. */
  requestOf(planned: PlannedRequest): Uint8Array
  /** For every part of a body; parts of one read share its time, by our clock. */
  onRead(atUs: number): void
  /** How late the last read was. */
  readonly readLagUs: number
  /** Part of a request that is sent at a pace of its own left this late. */
  onPaced?(lateUs: number): void
  onFirstToken(ttftUs: number): void
  /** This number of token events after the first arrived at once, this long after the one before. */
  onGaps(gapUs: number, count: number): void
  /** Called once. The connection can carry the next request only when `reusable`. */
  onSettled(exchange: Exchange, reusable: boolean): void
}

/** It is cut with this error by the token that completes the number. */
export type TokenLimit = Readonly<{ tokens: number; error: RequestError }>

export type ExchangeOptions = Readonly<{
  reading: AnswerReading
  gaps: TokenGaps
  observer: ExchangeObserver
  /** Null or left out where it is not cancelled after a number of tokens. */
  tokenLimit?: TokenLimit | null
  /** Start of the run on our clock: everything is counted from here. */
  startUs: number
}>

export class Exchange implements ResponseListener {
  readonly planned: PlannedRequest
  readonly #options: ExchangeOptions
  readonly #reader: AnswerReader
  /** When it was first written; until then, when it was passed to a connection. */
  sentAtUs: number
  readonly #lateEvents = new LateEvents()
  #firstTokenAtUs: number | null = null
  #lastTokenAtUs = 0
  /** The head of an answer that cannot be read, and its body as far as it is kept. */
  #refusal: ResponseHead | null = null
  #refusalBody = noBytes
  #isBodyCoded = false
  #status: number | null = null
  #bytesLeft = largestAnswerBytes
  #heldBytes = 0
  /** Until the client cancels the request; more than any response has where it does not. */
  #tokensLeft: number
  #settled = false
  #isResent = false
  #error: RequestError | null = null
  #endedAtUs = 0
  #transcript: Pick<Voice, 'firstTextAtUs' | 'finalAtUs'> | null = null

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
    if (this.#refusal !== null) return this.#keepRefusal(bytes.subarray(start, end))
    const { observer } = this.#options
    observer.onRead(readAtUs)
    this.#lateEvents.beginPart(observer.readLagUs, readAtUs)
    const atUs = this.#sinceStart(readAtUs)
    const count = this.#reader.read(bytes, start, end, atUs)
    // The server wrote what shares a chunk at once.
    if (count > 0) this.#lateEvents.add(1)
    this.#takeTokens(count)
    if (this.#reader.fault !== null) this.#settle(this.#streamError(), false)
    this.#countHeld()
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

  onTranscript(firstTextAtUs: number | null, finalAtUs: number): void {
    this.#transcript = {
      firstTextAtUs: firstTextAtUs === null ? null : this.#sinceStart(firstTextAtUs),
      finalAtUs: this.#sinceStart(finalAtUs),
    }
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

  /** Ends it from our side, unless the server has already said everything, or that it refuses. */
  cut(reason: RequestError): void {
    const isKnown = this.#reader.complete || this.#refusal !== null
    this.#settle(isKnown ? this.#streamError() : reason, false)
  }

  /** The same where output had begun to arrive, and then none arrived for this long. */
  cutIfStalled(limitS: number): void {
    const { lastOutputAtUs } = this.#reader
    const silentUs = this.#sinceStart(nowUs()) - lastOutputAtUs
    if (lastOutputAtUs > 0 && silentUs > limitS * 1e6) this.cut(stalled(limitS))
  }

  toRecord(): RequestRecord {
    const { index, requestId, turn, target, scheduledAtUs, rejected } = this.planned
    const { promptTokens, inputs, inputAudioS } = this.planned
    const { usage, text, firstAtUs, serverTimes, made, stageMetrics } = this.#reader
    const tokenParts = tokenPartsOf(usage, firstAtUs)
    const gapsUs = this.#options.gaps.take()
    return {
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
      voice: this.#voice(gapsUs),
      made: made ?? undefined,
      stageMetrics: stageMetrics ?? undefined,
      outputTokens: usage?.completionTokens ?? null,
      generatedText: this.#error?.code === 'too-large' ? '' : text.slice(0, longestText),
      serverTimes: serverTimes ?? undefined,
      tokenParts,
      reasoningText: this.#uncountedReasoning(tokenParts),
      differences: this.#differences(),
      readAtOnce: this.#lateEvents.readAtOnce ? true : undefined,
      error: this.#error,
    }
  }

  #differences(): ResponseDifferences | undefined {
    const { model, isUnexplained } = this.#reader
    const isOther = model !== null && this.#options.reading.isOtherModel(model)
    if (!isOther && !isUnexplained) return undefined
    return { ...(isOther && { model }), ...(isUnexplained && { unexplained: true }) }
  }

  #voice(gapsUs: Uint32Array): Voice | undefined {
    if (this.#transcript === null) return undefined
    const firstUs = this.#firstTokenAtUs === null ? null : this.#firstTokenAtUs - this.sentAtUs
    const soundUs = (this.planned.inputAudioS ?? 0) * 1e6
    return { ...this.#transcript, ...speechLag(firstUs, gapsUs, soundUs) }
  }

  /** Absent where the server counted the reasoning, or none came. */
  #uncountedReasoning(parts: TokenParts | undefined): string | undefined {
    if (this.#reader.firstAtUs.reasoning === null) return undefined
    if ((parts?.reasoning ?? null) !== null) return undefined
    const text = this.#reader.reasoningText
    return text === '' ? undefined : text
  }

  /** The head of a response that is not what was asked for; null where there is none. */
  get refusal(): ResponseHead | null {
    return this.#refusal
  }

  get failed(): boolean {
    return this.#error !== null
  }

  /** All of them came with the same read, and so at the same time. */
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

  /** The first of them came with the first message; the times of the others are unknown. */
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

  /** What is wrong with the answer as it stands, or null. */
  #streamError(): RequestError | null {
    const { fault, complete, empty, finishReason } = this.#reader
    if (this.#refusal !== null) {
      const { kind } = this.#options.reading
      const body = this.#isBodyCoded ? null : this.#refusalBody.toString()
      return refusedBy(this.#refusal, { body, wanted: kind })
    }
    if (fault !== null) return failure(fault.code, fault.message, { status: 200, body: fault.body })
    if (!complete) return this.#bytesLeft === largestAnswerBytes ? withoutContent : unclosed
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

  /** An answer in which nothing came, but which counts, took no time. */
  #lastOutputAtUs(): number {
    const { unseen, lastOutputAtUs } = this.#reader
    return Math.max(this.sentAtUs, unseen?.lastAtUs ?? lastOutputAtUs)
  }

  #sinceStart(atUs: number): number {
    return Math.round(atUs - this.#options.startUs)
  }
}
