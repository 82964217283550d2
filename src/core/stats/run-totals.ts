// What a run's requests add up to: how many, how many tokens, how many good ones.
import { isGood, type GoodputLimits } from './goodput.ts'
import { isSuccess, type MeasuredRequest } from './measured-request.ts'

export class RunTotals {
  readonly #goodputLimitsMs: GoodputLimits
  requests = 0
  /** Sent twice, whatever became of them. */
  resent = 0
  completed = 0
  good = 0
  /** Of successful requests, as is what follows. */
  inputTokens = 0
  outputTokens = 0
  inputs = 0
  inputAudioS = 0
  readAtOnce = 0

  constructor(goodputLimitsMs: GoodputLimits) {
    this.#goodputLimitsMs = goodputLimitsMs
  }

  add(request: MeasuredRequest): void {
    this.requests++
    if (request.resent === true) this.resent++
    if (!isSuccess(request)) return
    this.completed++
    this.inputTokens += request.promptTokens
    this.outputTokens += request.outputTokens
    this.inputs += request.inputs
    this.inputAudioS += request.inputAudioS
    if (request.readAtOnce === true) this.readAtOnce++
    if (isGood(request, this.#goodputLimitsMs)) this.good++
  }
}
