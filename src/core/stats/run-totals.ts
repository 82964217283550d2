// What a run's requests add up to: how many, how many tokens, how many good ones.
import type { RunTally } from '#core/metrics/scalar-metric.ts'
import { isGood, type GoodputLimits } from './goodput.ts'
import { isSuccess, type MeasuredRequest } from './measured-request.ts'

export class RunTotals {
  readonly #goodputLimitsMs: GoodputLimits
  /** Completed requests of which most was read at once, and late. */
  readAtOnce = 0
  #good = 0
  readonly #sums = {
    requests: 0,
    completed: 0,
    resent: 0,
    inputTokens: 0,
    outputTokens: 0,
    inputs: 0,
    inputAudioS: 0,
  }

  constructor(goodputLimitsMs: GoodputLimits) {
    this.#goodputLimitsMs = goodputLimitsMs
  }

  tally(): Omit<RunTally, 'durationS' | 'peakEvents' | 'peakRequests' | 'peakConcurrency'> {
    const good = Object.keys(this.#goodputLimitsMs).length === 0 ? null : this.#good
    return { ...this.#sums, good }
  }

  add(request: MeasuredRequest): void {
    const sums = this.#sums
    sums.requests++
    if (request.resent === true) sums.resent++
    if (!isSuccess(request)) return
    sums.completed++
    sums.inputTokens += request.promptTokens
    sums.outputTokens += request.outputTokens
    sums.inputs += request.inputs
    sums.inputAudioS += request.inputAudioS
    if (request.readAtOnce === true) this.readAtOnce++
    if (isGood(request, this.#goodputLimitsMs)) this.#good++
  }
}
