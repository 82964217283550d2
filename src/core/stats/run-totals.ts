// Totals of a run's requests: numbers of requests, tokens and good requests.
import { answerLatencies, latencies } from '#core/metrics/latencies.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { completedSums, emptyTally, mediaSums, type RunTally } from '#core/metrics/scalars.ts'
import { requestSums } from '#core/metrics/scalar-metric.ts'
import { deadlinesOf } from '#core/records/fluidity.ts'
import { endedReasoning, isSuccess, type MeasuredRequest } from '#core/records/measured-request.ts'

/** Adds the amounts of each item; one number per name. */
class Sums<Name extends string, Item> {
  readonly #names: readonly string[]
  readonly #amounts: readonly ((item: Item) => number)[]
  readonly #values: Float64Array

  constructor(amounts: Readonly<Record<Name, (item: Item) => number>>) {
    this.#names = Object.keys(amounts)
    this.#amounts = Object.values(amounts)
    this.#values = new Float64Array(this.#names.length)
  }

  add(item: Item): void {
    let place = 0
    for (const amount of this.#amounts) {
      this.#values[place] = (this.#values[place] ?? 0) + amount(item)
      place++
    }
  }

  get values(): Readonly<Record<Name, number>> {
    const named = this.#names.map((name, place) => [name, this.#values[place] ?? 0] as const)
    return Object.fromEntries(named) as Record<Name, number>
  }
}

export class RunTotals {
  readonly #goodputLimitsMs: GoodputLimits
  readonly #hasLimits: boolean
  #good = 0
  #goodTokens = 0
  #deadlines = 0
  #missedDeadlines = 0
  readonly #all = new Sums(requestSums)
  readonly #completed = new Sums(completedSums)
  readonly #media = new Sums(mediaSums)

  constructor(goodputLimitsMs: GoodputLimits) {
    this.#goodputLimitsMs = goodputLimitsMs
    this.#hasLimits = Object.keys(goodputLimitsMs).length > 0
  }

  /** Durations, peaks and prices remain 0. */
  tally(): RunTally {
    const ofGood = { good: this.#good, goodTokens: this.#goodTokens }
    return {
      ...emptyTally,
      ...this.#all.values,
      ...this.#completed.values,
      ...this.#media.values,
      ...{ deadlines: this.#deadlines, missedDeadlines: this.#missedDeadlines },
      ...(this.#hasLimits && ofGood),
    }
  }

  add(request: MeasuredRequest): void {
    this.#all.add(request)
    if (!isSuccess(request)) return
    this.#completed.add(request)
    if (request.made !== undefined) this.#media.add(request.made)
    if (request.readAtOnce !== true) this.#addDeadlines(request)
    if (!this.#hasLimits || !isGood(request, this.#goodputLimitsMs)) return
    this.#good++
    this.#goodTokens += request.outputTokens
  }

  #addDeadlines(request: MeasuredRequest): void {
    const { ttft: firstMs = null, tpot: betweenMs = 0 } = this.#goodputLimitsMs
    if (!(betweenMs > 0)) return
    const firstS = firstMs === null ? null : firstMs / 1000
    const { missed, all } = deadlinesOf(request, { firstS, betweenS: betweenMs / 1000 })
    this.#deadlines += all
    this.#missedDeadlines += missed
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
