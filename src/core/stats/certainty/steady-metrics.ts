// Steady state of a run: throughput of events in the window, latencies of requests that started in it.
import type { SteadyState } from '#core/model/run/steady-state.ts'
import { listedDurations } from '../durations/durations.ts'
import { endS, isSuccess, tpotS, type MeasuredRequest } from '#core/records/measured-request.ts'
import { metricStats } from '../metric-stats.ts'
import { NumberList } from '../durations/number-list.ts'
import type { RequestSpans } from '../request-spans.ts'
import {
  findSteadyWindow,
  isWithin,
  type SteadyStateOptions,
  type SteadyWindow,
} from './steady-window.ts'

/** Percentiles of TPOT, added to the requested ones. */
const tpotPercentiles = [90, 99]

export class SteadyMetrics {
  readonly #window: SteadyWindow
  readonly #options: SteadyStateOptions
  readonly #firstStartS: number
  readonly #ttftsS = new NumberList()
  readonly #tpotsS = new NumberList()
  #total = 0
  #started = 0
  #completed = 0
  #inputTokens = 0
  #outputTokens = 0

  constructor(
    window: SteadyWindow,
    { options, firstStartS }: Readonly<{ options: SteadyStateOptions; firstStartS: number }>,
  ) {
    this.#window = window
    this.#options = options
    this.#firstStartS = firstStartS
  }

  /** Null if the spans have no such window, or if none is requested. */
  static between(spans: RequestSpans, options: SteadyStateOptions | null): SteadyMetrics | null {
    const window = options && findSteadyWindow(spans.ofSuccesses(), options)
    const { firstStartS } = spans
    return options && window && new SteadyMetrics(window, { options, firstStartS })
  }

  add(request: MeasuredRequest): void {
    if (!isSuccess(request)) return
    this.#total++
    if (isWithin(this.#window, endS(request))) this.#completed++
    if (isWithin(this.#window, request.startS)) this.#addStarted(request)
    this.#outputTokens += tokensWithin(this.#window, request)
  }

  /** Null if nothing began or ended in the window. */
  summary(percentiles: readonly number[]): SteadyState | null {
    if (this.#started + this.#completed === 0) return null
    const { minWindowS, threshold } = this.#options
    const durationS = this.#window.endS - this.#window.startS
    const perSecond = (amount: number): number => (durationS > 0 ? amount / durationS : 0)
    const statsOf = (valuesS: NumberList, asked: readonly number[]) =>
      metricStats(listedDurations(valuesS.all), asked)
    return {
      window: {
        ...this.#window,
        firstStartS: this.#firstStartS,
        durationS,
        threshold,
        requestsStarted: this.#started,
        requestsCompleted: this.#completed,
        requestsTotal: this.#total,
        isShort: durationS < minWindowS,
      },
      requestThroughput: perSecond(this.#completed),
      inputThroughput: perSecond(this.#inputTokens),
      outputThroughput: perSecond(this.#outputTokens),
      totalTokenThroughput: perSecond(this.#inputTokens + this.#outputTokens),
      ttft: statsOf(this.#ttftsS, percentiles),
      tpot: statsOf(this.#tpotsS, [...new Set([...tpotPercentiles, ...percentiles])]),
    }
  }

  #addStarted(request: MeasuredRequest): void {
    this.#started++
    this.#inputTokens += request.promptTokens
    this.#ttftsS.add(request.ttftS)
    const tpot = tpotS(request)
    if (tpot !== null) this.#tpotsS.add(tpot)
  }
}

/** Tokens of events in the window; a request's tokens are distributed equally over its events. */
function tokensWithin(window: SteadyWindow, request: MeasuredRequest): number {
  const { interTokenLatenciesUs: gapsUs, outputTokens } = request
  let atS = request.startS + request.ttftS
  let events = isWithin(window, atS) ? 1 : 0
  for (const gapUs of gapsUs) {
    atS += gapUs / 1e6
    if (isWithin(window, atS)) events++
  }
  return (events / (gapsUs.length + 1)) * outputTokens
}
