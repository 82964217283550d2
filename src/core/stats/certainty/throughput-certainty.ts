// Confidence of a run's throughput: how much its duration could have varied for the same number of requests, and how much their
// tokens could have. Formulas: docs/measuring/certainty.md.
import type { ThroughputCertainty, ThroughputFactors } from '#core/model/run/certainty.ts'
import { dueS, endS, type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'
import { type GoodputLimits, isGood } from '../run-totals.ts'
import { inOrderOf, valuesAt } from '../durations/in-order.ts'
import { NumberList } from '../durations/number-list.ts'
import { batchMeans, fewestBatches, meanOf, mostBatches, varianceOf } from './batch-means.ts'
import { isWithin } from './steady-window.ts'
import { normalReach } from './percentile-interval.ts'
import { studentReach } from './distributions.ts'
import { type Interval, usualConfidence } from './interval.ts'
import { largerError, partialErrors, type RunErrors } from './run-errors.ts'

/**
 * Number of non-overlapping stretches of time in a run. Requests in flight together are served by the same steps of the
 * server, so a burst of a thousand observes its pace only once.
 */
export class Stretches {
  #fromS = Infinity
  #untilS = -Infinity
  #sumS = 0
  #squares = 0
  #count = 0

  /** Adds a request whose measured part lasts `lengthS`. */
  add(startS: number, lengthS: number): void {
    this.#fromS = Math.min(this.#fromS, startS)
    this.#untilS = Math.max(this.#untilS, startS + lengthS)
    this.#sumS += lengthS
    this.#squares += lengthS ** 2
    this.#count++
  }

  /** Mean length of the requests in flight at a random time ÷ mean length of all requests; 1 if all are equally long. */
  get unevenness(): number {
    return this.#sumS > 0 ? (this.#squares * this.#count) / this.#sumS ** 2 : 1
  }

  /** Covered time ÷ mean length. */
  get count(): number {
    return this.#sumS > 0 ? (this.#untilS - this.#fromS) / this.meanS : Infinity
  }

  /** 0 without requests. */
  get meanS(): number {
    return this.#sumS / Math.max(1, this.#count)
  }
}

/** Standard deviation of an extreme value, in mean excesses of the largest, as in a Gumbel distribution. */
const extremeSpread = 1.28
const lastAnswers = 4

type Options = Readonly<{
  /** Maximum error of a time on the axis of the run. */
  placementErrorS?: number
  goodputLimitsMs?: GoodputLimits
  steadyWindow?: Readonly<{ startS: number; endS: number }> | null
  /** Errors of a run without a rate. */
  errors?: RunErrors | null
}>

/** Null if nothing completed. */
export function throughputCertainty(
  requests: Iterable<MeasuredRequest>,
  { placementErrorS = 0, goodputLimitsMs = {}, steadyWindow = null, errors = null }: Options = {},
): ThroughputCertainty | null {
  const answers = new Answers(answersIn(requests, goodputLimitsMs), goodputLimitsMs, errors)
  if (answers.count === 0) return null
  const requestsWithin = answers.requestsWithin()
  const widened = (known: Interval) => placedWithin(known, answers.lastedS, placementErrorS)
  const agents = new Answers(trajectoriesIn(requests), {})
  const ofSteady = (window: Readonly<{ startS: number; endS: number }>) => {
    const ended = [...endingIn(answersIn(requests, goodputLimitsMs), window)]
    const shares = {
      requests: ended.length / answers.count,
      time: (window.endS - window.startS) / answers.lastedS,
    }
    return new Answers(ended, goodputLimitsMs, errors && partialErrors(errors, shares))
  }
  const steady = steadyWindow && ofSteady(steadyWindow)
  return {
    ...factorsOf(answers, {
      requests: widened(requestsWithin),
      tokens: (tokens) => widened(answers.tokensWithin(tokens, requestsWithin)),
    }),
    ...(agents.count > 0 && { trajectories: widened(agents.requestsWithin()) }),
    offered: factorsOf(answers, {
      requests: aboutOne(0),
      tokens: (tokens) => aboutOne(meanReach(tokens)),
    }),
    ...(steady !== null &&
      steady.count > 0 && {
        steady: factorsOf(steady, {
          requests: aboutOne(steady.paceReach(null)),
          tokens: (tokens) => aboutOne(steady.paceReach(tokens)),
        }),
      }),
  }
}

type Reaches = Readonly<{ requests: Interval; tokens: (amounts: Float64Array) => Interval }>

function factorsOf(answers: Answers, { requests, tokens }: Reaches): ThroughputFactors {
  return {
    requests,
    outputTokens: tokens(answers.outputTokens.all),
    totalTokens: tokens(answers.totalTokens.all),
    ...(answers.hasGoals && { goodTokens: tokens(answers.goodTokens.all) }),
    ...(answers.makesMedia && { made: tokens(answers.made.all) }),
  }
}

/** A response, or a whole trajectory. */
type Answer = Pick<
  MeasuredRequest,
  'startS' | 'ttftS' | 'latencyS' | 'promptTokens' | 'outputTokens' | 'made'
> &
  Readonly<{ dueS: number; goodTokens: number }>

function* answersIn(
  requests: Iterable<MeasuredRequest>,
  goodputLimitsMs: GoodputLimits,
): Iterable<Answer> {
  const hasGoals = Object.keys(goodputLimitsMs).length > 0
  for (const request of successesIn(requests)) {
    const { startS, ttftS, latencyS, promptTokens, outputTokens, made } = request
    const goodTokens = hasGoals && isGood(request, goodputLimitsMs) ? outputTokens : 0
    const dueAtS = dueS(request)
    yield { startS, ttftS, latencyS, promptTokens, outputTokens, made, goodTokens, dueS: dueAtS }
  }
}

function* endingIn(
  answers: Iterable<Answer>,
  window: Readonly<{ startS: number; endS: number }>,
): Iterable<Answer> {
  for (const answer of answers) if (isWithin(window, endS(answer))) yield answer
}

function* trajectoriesIn(requests: Iterable<MeasuredRequest>): Iterable<Answer> {
  for (const request of successesIn(requests)) {
    const tookUs = request.turn?.step?.endedAfterUs
    if (tookUs === undefined) continue
    const latencyS = tookUs / 1e6
    const startS = endS(request) - latencyS
    const { promptTokens, outputTokens, made } = request
    const goodTokens = outputTokens
    yield { startS, ttftS: 0, latencyS, promptTokens, outputTokens, made, goodTokens, dueS: startS }
  }
}

/** Start and end of the run may come from different machines, each with this error. */
function placedWithin({ low, high }: Interval, lastedS: number, errorS: number): Interval {
  if (errorS === 0) return { low, high }
  return {
    low: (low * lastedS) / (lastedS + 2 * errorS),
    high: (high * lastedS) / Math.max(lastedS - 2 * errorS, Number.EPSILON),
  }
}

class Answers {
  readonly #dueS = new NumberList()
  readonly #endS = new NumberList()
  readonly #latencyS = new NumberList()
  /** Times after first tokens. */
  readonly #servedS = new NumberList()
  readonly outputTokens = new NumberList()
  readonly totalTokens = new NumberList()
  /** Output of requests within every limit of `--goodput`; 0 for the others. */
  readonly goodTokens = new NumberList()
  /** Seconds of audio or video, or images. */
  readonly made = new NumberList()
  makesMedia = false
  readonly hasGoals: boolean
  readonly #stretches = new Stretches()
  readonly #errors: Pick<RunErrors, 'work' | 'pace'> | null
  /** Sorted by completion. */
  readonly #order: Uint32Array
  readonly #orderedEndS: Float64Array

  constructor(
    answers: Iterable<Answer>,
    goodputLimitsMs: GoodputLimits,
    errors: Pick<RunErrors, 'work' | 'pace'> | null = null,
  ) {
    this.#errors = errors
    this.hasGoals = Object.keys(goodputLimitsMs).length > 0
    for (const answer of answers) {
      const { outputTokens, made } = answer
      this.#dueS.add(answer.dueS)
      this.#endS.add(endS(answer))
      this.#latencyS.add(answer.latencyS)
      this.#servedS.add(answer.latencyS - answer.ttftS)
      this.outputTokens.add(outputTokens)
      this.totalTokens.add(answer.promptTokens + outputTokens)
      this.goodTokens.add(answer.goodTokens)
      this.made.add(made?.lengthS ?? made?.count ?? 0)
      this.makesMedia ||= made !== undefined
      this.#stretches.add(answer.startS, answer.latencyS)
    }
    this.#order = inOrderOf(this.#endS.all)
    this.#orderedEndS = valuesAt(this.#order, this.#endS.all)
  }

  get count(): number {
    return this.#endS.length
  }

  /** End of the last response. */
  get lastedS(): number {
    return this.#endS.all.reduce((last, atS) => Math.max(last, atS), 0)
  }

  /** The narrower of two intervals: from completions, and, if the schedule decides, from the drain after it. */
  requestsWithin(): Interval {
    const byAnswers = aboutOne(Math.hypot(this.paceReach(null), this.#drainReach()))
    const bySchedule = this.#scheduleInterval()
    return bySchedule !== null && widthOf(bySchedule) < widthOf(byAnswers) ? bySchedule : byAnswers
  }

  tokensWithin(tokens: Float64Array, requests: Interval): Interval {
    const byAnswers = aboutOne(Math.hypot(this.paceReach(tokens), this.#drainReach()))
    const each = meanReach(tokens)
    const byRequests = {
      low: Math.exp(-Math.hypot(Math.log(requests.low), each)),
      high: Math.exp(Math.hypot(Math.log(requests.high), each)),
    }
    return this.#scheduledS() > 0 && widthOf(byRequests) < widthOf(byAnswers)
      ? byRequests
      : byAnswers
  }

  /** Relative half width of the interval of the response rate, or of the token rate. */
  paceReach(tokens: Float64Array | null): number {
    const parts = Math.min(mostBatches, this.count >> 1, Math.floor(this.#stretches.count))
    const amounts =
      tokens === null ? new Float64Array(this.count).fill(1) : valuesAt(this.#order, tokens)
    if (tokens !== null && this.#errors !== null && this.count > 1)
      return this.#tokensReach(tokens, this.#errors)
    if (parts < fewestBatches) return tokens === null ? this.#workReach() : countReach(amounts)
    const lasted = this.#gapsS()
    const [usual, usualS] = [meanOf(amounts), meanOf(lasted)]
    // Nothing was generated, or everything arrived at once.
    if (usual === 0 || usualS === 0) return countReach(amounts)
    // Ratio of each gap to its expected share, in mean gaps; 1 on average.
    const beyond = lasted.map((gapS, index) => 1 + gapS / usualS - (amounts[index] ?? 0) / usual)
    const estimate = batchMeans(beyond, parts)
    if (estimate === null) return countReach(amounts)
    return estimate.standardError * studentReach(usualConfidence, estimate.degrees)
  }

  /** Error of the number of responses in a time, from the sum of their works, which tokens show if nothing else does. */
  #workReach(): number {
    if (this.#errors !== null)
      return normalReach * largerError(this.#errors.work, this.#errors.pace)
    const ones = new Float64Array(this.count).fill(1)
    return Math.max(...[ones, this.outputTokens.all, this.totalTokens.all].map(countReach))
  }

  /** Error of tokens per second: the pace, and tokens that vary otherwise than the times of their requests. */
  #tokensReach(tokens: Float64Array, { pace }: Pick<RunErrors, 'pace'>): number {
    const mean = meanOf(tokens)
    if (mean === 0) return 0
    const besides = [this.#latencyS.all, this.#servedS.all].map((times) => {
      const meanS = meanOf(times)
      return varianceOf(tokens.map((each, at) => each / mean - (times[at] ?? 0) / meanS))
    })
    const spread = Math.sqrt(Math.max(...besides) / this.count)
    return normalReach * Math.hypot(largerError(0, pace), spread)
  }

  /** Gaps between successive responses. The first gets the mean, because its duration is not part of the pace. */
  #gapsS(): Float64Array {
    const ends = this.#orderedEndS
    const gaps = ends.map((atS, index) => atS - (ends[index - 1] ?? atS))
    gaps[0] = ends.length > 1 ? ((ends.at(-1) ?? 0) - (ends[0] ?? 0)) / (ends.length - 1) : 0
    return gaps
  }

  /** A run ends with its last responses, whose delay may vary by the gaps between them. */
  #drainReach(): number {
    const ends = this.#orderedEndS
    const last = Math.min(lastAnswers, ends.length - 1)
    const before = ends.at(-1 - last) ?? 0
    const untilS = ends.at(-1) ?? 0
    if (last === 0 || untilS <= 0) return 0
    const excess = meanOf(ends.subarray(-last)) - before
    return (normalReach * extremeSpread * excess) / untilS
  }

  /** From the first to the last due request. */
  #scheduledS(): number {
    const due = this.#dueS.all
    return due.reduce((last, atS) => Math.max(last, atS), 0)
  }

  /**
   * If requests are due one after the other, the run ends when the backlog at the last due time is processed: as long after it as
   * after any other due time of the run.
   */
  #scheduleInterval(): Interval | null {
    const scheduledS = this.#scheduledS()
    if (scheduledS <= 0) return null
    const due = this.#dueS.all
    const ends = this.#endS.all
    let answeredS = 0
    const left = { low: Infinity, high: 0 }
    for (let index = 0; index < due.length; index++) {
      answeredS = Math.max(answeredS, ends[index] ?? 0)
      const leftS = answeredS - (due[index] ?? 0)
      left.low = Math.min(left.low, leftS)
      left.high = Math.max(left.high, leftS)
    }
    const lastedS = answeredS
    return {
      low: lastedS / (scheduledS + left.high),
      high: lastedS / (scheduledS + Math.max(0, left.low)),
    }
  }
}

/** Error of a sum of independent amounts that arrive one by one. */
function countReach(amounts: Float64Array): number {
  const squares = amounts.reduce((sum, amount) => sum + amount * amount, 0)
  const sum = amounts.reduce((all, amount) => all + amount, 0)
  return sum === 0 ? 0 : (normalReach * Math.sqrt(squares)) / sum
}

/** Error of the mean of independent amounts. */
function meanReach(amounts: Float64Array): number {
  const mean = meanOf(amounts)
  const squares = amounts.reduce((sum, amount) => sum + (amount - mean) ** 2, 0)
  return mean === 0 ? 0 : (normalReach * Math.sqrt(squares)) / amounts.length / mean
}

function aboutOne(reach: number): Interval {
  return { low: Math.exp(-reach), high: Math.exp(reach) }
}

function widthOf({ low, high }: Interval): number {
  return Math.log(high / low)
}
