// Totals of a run's requests: numbers of requests, tokens and good requests.
import { answerLatencies, latencies } from '#core/metrics/latencies.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { emptyTally, type RunTally } from '#core/metrics/scalar-metric.ts'
import { deadlinesOf } from '#core/records/fluidity.ts'
import { outcomeOf } from '#core/records/request-outcome.ts'
import type { AgentStep } from '#core/records/request-record.ts'
import {
  endedReasoning,
  isSuccess,
  type MeasuredMedia,
  type MeasuredRequest,
  reasoned,
} from '#core/records/measured-request.ts'

/** Value of vLLM-Omni's client. */
const audibleGapS = 0.1

export class RunTotals {
  readonly #goodputLimitsMs: GoodputLimits
  readonly #hasLimits: boolean
  /** Completed requests whose events were read mostly at once, and late. */
  readAtOnce = 0
  /** Completed requests whose reasoning our tokenizer counted. */
  recounted = 0
  #good = 0
  #goodTokens = 0
  readonly #sums: { -readonly [Figure in keyof RunTally]: RunTally[Figure] } = { ...emptyTally }

  constructor(goodputLimitsMs: GoodputLimits) {
    this.#goodputLimitsMs = goodputLimitsMs
    this.#hasLimits = Object.keys(goodputLimitsMs).length > 0
  }

  tally(): Omit<
    RunTally,
    'durationS' | 'peakEvents' | 'peakRequests' | 'peakConcurrency' | 'pricePerHour'
  > {
    const ofGood = { good: this.#good, goodTokens: this.#goodTokens }
    return { ...this.#sums, ...(this.#hasLimits && ofGood) }
  }

  add(request: MeasuredRequest): void {
    const sums = this.#sums
    sums.requests++
    if (request.resent === true) sums.resent++
    this.#addRejections(request)
    this.#addCancelled(request)
    if (!isSuccess(request)) return
    sums.completed++
    sums.inputTokens += request.promptTokens
    sums.outputTokens += request.outputTokens
    sums.inputs += request.inputs
    sums.inputAudioS += request.inputAudioS
    if (request.made !== undefined) this.#addMade(request.made)
    if (reasoned(request)) this.#addReasoning(request)
    if (request.cachedTokens !== undefined) sums.cacheKnown++
    sums.cachedTokens += request.cachedTokens ?? 0
    if (request.reusableTokens !== undefined) sums.reuseKnown++
    sums.reusableTokens += Math.min(request.reusableTokens ?? 0, request.promptTokens)
    if (request.turn?.step !== undefined) this.#addStep(request.turn.step)
    if (request.readAtOnce === true) this.readAtOnce++
    else this.#addDeadlines(request)
    if (!this.#hasLimits || !isGood(request, this.#goodputLimitsMs)) return
    this.#good++
    this.#goodTokens += request.outputTokens
  }

  #addDeadlines(request: MeasuredRequest): void {
    const { ttft: firstMs = null, tpot: betweenMs = 0 } = this.#goodputLimitsMs
    if (!(betweenMs > 0)) return
    const firstS = firstMs === null ? null : firstMs / 1000
    const { missed, all } = deadlinesOf(request, { firstS, betweenS: betweenMs / 1000 })
    this.#sums.deadlines += all
    this.#sums.missedDeadlines += missed
  }

  #addMade({ kind, lengthS, count, pixels, underrunS }: MeasuredMedia): void {
    const sums = this.#sums
    sums.made = { ...sums.made, [kind]: sums.made[kind] + 1 }
    if (kind === 'sound') sums.soundS += lengthS ?? 0
    if (kind === 'sound' && (underrunS ?? 0) <= audibleGapS) sums.continuous++
    if (kind === 'images') sums.images += count ?? 0
    if (kind === 'images') sums.pixels += pixels ?? 0
    if (kind === 'video') sums.videoS += lengthS ?? 0
    if (kind === 'video') sums.videoFrames += count ?? 0
  }

  #addStep({ endedAfterUs }: AgentStep): void {
    this.#sums.agentSteps++
    if (endedAfterUs !== undefined) this.#sums.trajectories++
  }

  #addRejections({ error, retried }: MeasuredRequest): void {
    const sums = this.#sums
    if (outcomeOf(error) === 'rejected') sums.rejected++
    if (error?.code === 'rejected') sums.rejectedAttempts++
    if (retried === undefined) return
    sums.rejectedAttempts += retried.attempts
    sums.retryWaitS += retried.waitS
  }

  #addCancelled({ discardedTokens }: MeasuredRequest): void {
    if (discardedTokens === undefined) return
    this.#sums.clientCancelled++
    this.#sums.discardedTokens += discardedTokens
  }

  #addReasoning(request: MeasuredRequest): void {
    const sums = this.#sums
    sums.reasoned++
    if (request.reasoningTokens === undefined) sums.uncountedReasoning++
    if (request.isRecounted === true) this.recounted++
    if (endedReasoning(request)) sums.unanswered++
    sums.reasoningTokens += request.reasoningTokens ?? 0
  }
}

/** Limits in milliseconds; absent metrics are not checked. */
export type GoodputLimits = BenchmarkConfig['goodput']

/**
 * Whether a request met every latency limit. Divides limits instead of multiplying latencies, for the same rounding as
 * vLLM. A request without a value meets the limit, except a limit on the answer after reasoning if there was no answer.
 */
export function isGood(request: MeasuredRequest, limitsMs: GoodputLimits): boolean {
  if (!isSuccess(request)) return false
  for (const name of answerLatencies) {
    const limitMs = limitsMs[name]
    if (limitMs === undefined) continue
    if ((latencies[name].valueS(request) ?? 0) > limitMs / 1000) return false
    if (latencies[name].applies === 'reasoning' && endedReasoning(request)) return false
  }
  return true
}
