// Errors that all requests of a run without a rate share: the work that it drew, and the pace of its server. Requests in flight
// together see one pace, so neither their spread nor their number shows it. Formulas: docs/measuring/certainty.md, "Work and pace".
import { dueS, endS, type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'
import { includesWait, latencyOf, type ReportableMetricName } from '#core/metrics/latencies.ts'
import { NumberList } from '../durations/number-list.ts'
import { isOfSeveral } from '../schedule-units.ts'
import { fewestBatches, independentOf, meanOf, mostBatches, varianceOf } from './batch-means.ts'
import { without } from './pace-change.ts'

/** Relative standard errors. */
export type RunErrors = Readonly<{
  /** Error of the sum of the works. */
  work: number
  /** Error of the tokens per second in the time of the run, and until the last first token. */
  pace: number
  paceOfFirsts: number
  /** Error of the time between tokens. */
  gap: number
  /** Degrees of freedom of the pace. */
  degrees: number
}>

/** Times of one due request may differ by a rounding error. */
const sameDueS = 1e-6
/** Windows of equal length; a window counts if it holds this share of the tokens of the fullest. */
const windows = 32
const leastFull = 0.5
/** Runs of fewer requests may last no longer than the memory of a server's pace, which windows do not show then. */
const fewestRequests = 100
/** Fewer differences between windows do not show how much the pace varies. */
const fewestDifferences = 4
/** Factor that calibrates the intervals of `bench/truth`: the pace also varies by the work, so the larger error counts. */
const margin = 1.1
/** Responses whose gaps are read at most. */
const mostRead = 2000

/** Null at a rate, in conversations, without streamed tokens, and for few requests or full windows. */
export function runErrors(requests: Iterable<MeasuredRequest>): RunErrors | null {
  const [firstsS, endsS, servedS] = [new NumberList(), new NumberList(), new NumberList()]
  const [prompts, outputs] = [new NumberList(), new NumberList()]
  let [fromS, firstDueS, lastDueS] = [Infinity, Infinity, -Infinity]
  const full = { fromS: Infinity, untilS: -Infinity }
  for (const request of successesIn(requests)) {
    firstDueS = Math.min(firstDueS, dueS(request))
    lastDueS = Math.max(lastDueS, dueS(request))
    if (isOfSeveral(request) || lastDueS - firstDueS > sameDueS) return null
    fromS = Math.min(fromS, request.startS)
    full.fromS = Math.min(full.fromS, endS(request))
    full.untilS = Math.max(full.untilS, request.startS)
    firstsS.add(request.startS + request.ttftS)
    endsS.add(endS(request))
    servedS.add(request.latencyS - request.ttftS)
    prompts.add(request.promptTokens)
    outputs.add(request.outputTokens)
  }
  const lastingS = mostOf(endsS.all) - fromS
  if (firstsS.length < fewestRequests || meanOf(servedS.all) <= 0) return null
  const axis = { fromS, windowS: lastingS / windows }
  const served = new Float64Array(windows)
  firstsS.all.forEach((firstS, at) => spread(served, axis, [firstS, endsS.all[at] ?? firstS]))
  const gaps = gapsIn(requests, axis, Math.ceil(firstsS.length / mostRead))
  const most = mostOf(gaps.counts)
  const isFull = gaps.counts.map((count) => (count > 0 && count >= leastFull * most ? 1 : NaN))
  const gapsS = gaps.sumsS.map(
    (sumS, at) => Math.log(sumS / (gaps.counts[at] ?? 0)) * (isFull[at] ?? NaN),
  )
  const rates = gapsS.map((gapS, at) => Math.log(served[at] ?? 0) - gapS)
  const steady = served.map((each, at) => {
    const middleS = fromS + (at + 0.5) * axis.windowS
    return middleS >= full.fromS && middleS <= full.untilS ? Math.log(each) : NaN
  })
  const gap = largerOf(ofDifferences(gapsS), ofLevels(gapsS, steady))
  // The number that generate is a part of the rate.
  const pace = largerOf(
    ofDifferences(rates),
    ofLevels(
      rates,
      steady.map((each) => 0 * each),
    ),
  )
  if (gap === null || pace === null) return null
  const variation = Math.max(...[servedS, prompts, outputs].map(({ all }) => variationOf(all)))
  return {
    work: variation / Math.sqrt(firstsS.length),
    ...{ pace: pace.error, gap: gap.error, degrees: gap.degrees },
    paceOfFirsts: pace.error * Math.sqrt(lastingS / (mostOf(firstsS.all) - fromS)),
  }
}

/** Errors of a part of the run: shares of its requests and of its time. */
export function partialErrors(
  errors: RunErrors,
  { requests, time }: Readonly<{ requests: number; time: number }>,
): Pick<RunErrors, 'work' | 'pace'> {
  return { work: errors.work / Math.sqrt(requests), pace: errors.pace / Math.sqrt(time) }
}

/** Error that requests share in a latency: of its mean, and of each percentile, as a share of the value. */
export type SharedError = Readonly<{
  ofMean: number
  ofPercentile: (percentile: number) => number
  /** Share of the spread of single values that adds to it: values of a queue only show their place in it. */
  own: number
  /** Number of stretches from which the spread of values shows the error of percentiles as well. */
  fewestStretches: number
  degrees: number
}>

/** `burst`: times to first tokens if all requests start at once. Null if neighbours and rounds show more. */
export function sharedErrorOf(
  name: ReportableMetricName,
  values: Float64Array,
  { errors, burst }: Readonly<{ errors: RunErrors; burst: Float64Array | null }>,
): SharedError | null {
  if (!includesWait(name)) return errorOfGaps(values, errors)
  if (latencyOf(name).perResponse?.until === 'end') return errorOfWholes(values, burst, errors)
  return burst && errorOfWaits(values, errors)
}

/** Latencies of a burst, whose requests wait for all earlier ones; also of the first round of a closed loop. */
export function errorOfWaits(
  values: Float64Array,
  { work, paceOfFirsts, degrees }: RunErrors,
): SharedError {
  const error = largerError(work, paceOfFirsts)
  return {
    ofMean: Math.max(
      errorOfEach(values),
      waitOf(values) * weightOfQueue * error,
      // Requests of one step wait equally long, and the step varies.
      meanOf(values) * paceOfFirsts,
    ),
    ofPercentile: (percentile) => error / Math.sqrt(percentile / 100),
    ...{ own: ownShare(values), fewestStretches: fewestBatches, degrees },
  }
}

/** Latencies from the start of a request to its end, in a burst with these first tokens, or in a closed loop. */
function errorOfWholes(
  values: Float64Array,
  firsts: Float64Array | null,
  { work, pace, degrees }: RunErrors,
): SharedError {
  const error = largerError(work, pace)
  const waitS = firsts === null ? 0 : waitOf(firsts)
  const restS = meanOf(values) - waitS
  const weighted = Math.hypot(weightOfQueue * waitS, restS, Math.sqrt(2 * waitS * restS))
  return {
    ofMean: Math.max(errorOfEach(values), weighted * error),
    ofPercentile: (percentile) => error / Math.sqrt(firsts === null ? 1 : percentile / 100),
    ...{ own: firsts === null ? 1 : ownShare(values), fewestStretches: fewestBatches, degrees },
  }
}

/** Times per token. */
export function errorOfGaps(values: Float64Array, { gap, degrees }: RunErrors): SharedError {
  const ofEach = Math.sqrt(varianceOf(values) / values.length)
  return {
    ofMean: Math.hypot(ofEach, gap * meanOf(values)),
    ofPercentile: () => gap,
    ...{ own: 1, fewestStretches: mostBatches, degrees },
  }
}

export function largerError(work: number, pace: number): number {
  return margin * Math.max(work, pace)
}

/** The k-th of n waits is a sum of k works, so their mean errs by √(1 ÷ 3) ÷ (1 ÷ 2) of the last one’s share. */
const weightOfQueue = 2 / Math.sqrt(3)

/** Mean wait of a queue that ends; less if the values vary less than in one. */
function waitOf(values: Float64Array): number {
  const least = values.reduce((most, value) => Math.min(most, value), Infinity)
  return Math.min(meanOf(values) - least, Math.sqrt(3 * varianceOf(values)))
}

/** Error of the mean from the variance that neighbours do not share. */
function errorOfEach(values: Float64Array): number {
  return Math.sqrt((ownShare(values) * varianceOf(values)) / values.length)
}

/** Share of the variance that is not common to neighbours. */
function ownShare(values: Float64Array): number {
  const variance = varianceOf(values)
  let squares = 0
  for (let at = 1; at < values.length; at++)
    squares += ((values[at] ?? 0) - (values[at - 1] ?? 0)) ** 2
  return variance > 0 ? Math.min(1, squares / (2 * (values.length - 1) * variance)) : 0
}

type Axis = Readonly<{ fromS: number; windowS: number }>

/** Adds the time of an interval to the windows that it covers. */
function spread(
  amounts: Float64Array,
  { fromS, windowS }: Axis,
  [beginS, endS]: readonly [number, number],
): void {
  const [from, until] = [(beginS - fromS) / windowS, (endS - fromS) / windowS]
  for (let window = Math.floor(from); window < Math.min(until, windows); window++) {
    const length = Math.min(until, window + 1) - Math.max(from, window)
    amounts[window] = (amounts[window] ?? 0) + length
  }
}

function gapsIn(requests: Iterable<MeasuredRequest>, { fromS, windowS }: Axis, every: number) {
  const [sumsS, counts] = [new Float64Array(windows), new Float64Array(windows)]
  let index = 0
  for (const { startS, ttftS, interTokenLatenciesUs } of successesIn(requests)) {
    if (index++ % every > 0) continue
    let atS = startS + ttftS - fromS
    for (const gapUs of interTokenLatenciesUs) {
      atS += gapUs / 1e6
      const window = Math.min(windows - 1, Math.floor(atS / windowS))
      sumsS[window] = (sumsS[window] ?? 0) + gapUs / 1e6
      counts[window] = (counts[window] ?? 0) + 1
    }
  }
  return { sumsS, counts }
}

type PaceError = Readonly<{ error: number; degrees: number }>

/** Differences of neighbours show how much windows vary, but not the ramp and the drain of a run. */
function ofDifferences(logarithms: Float64Array): PaceError | null {
  const differences = logarithms
    .subarray(1)
    .map((each, at) => each - (logarithms[at] ?? NaN))
    .filter(Number.isFinite)
  if (differences.length < fewestDifferences) return null
  const squares = differences.reduce((sum, each) => sum + each ** 2, 0)
  return {
    error: Math.sqrt(squares / differences.length / 2 / windows),
    degrees: differences.length,
  }
}

/**
 * Differences also exclude what lasts longer than a window. Where a closed loop is full, the levels of windows show it, without what
 * the known values explain.
 */
function ofLevels(logarithms: Float64Array, explaining: Float64Array): PaceError | null {
  const known = logarithms.map((each, at) => each + (explaining[at] ?? NaN))
  const isKnown = (_: number, at: number) => Number.isFinite(known[at])
  const values = logarithms.filter(isKnown)
  if (values.length < fewestBatches) return null
  const levels = without(explaining.filter(isKnown), values)
  const degrees = levels.length - 2
  const squares = levels.reduce((sum, each) => sum + each ** 2, 0)
  return { error: Math.sqrt(squares / degrees / independentOf(levels)), degrees }
}

function largerOf(differences: PaceError | null, levels: PaceError | null): PaceError | null {
  return levels === null || (differences !== null && differences.error > levels.error)
    ? differences
    : levels
}

function variationOf(values: Float64Array): number {
  return Math.sqrt(varianceOf(values)) / meanOf(values)
}

function mostOf(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}
