// Whether a run stayed in one state throughout its steady window, or whether the load or the server changed. Formulas:
// docs/measuring/certainty.md.
import { median } from '#core/base/spread.ts'
import type { ResponsePace, Steadiness } from '#core/model/run/certainty.ts'
import { loadedSpan } from '../schedule-units.ts'
import { batches, meanOf, resemblance } from './batch-means.ts'
import { endS, type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'
import { paceChange } from './pace-change.ts'
import { inOrderOf, valuesAt } from '../durations/in-order.ts'
import { NumberList } from '../durations/number-list.ts'
import type { SteadyWindow } from './steady-window.ts'

/** Steady or sudden change of a series, from the order of its values, so that no outlier decides. docs/measuring/certainty.md. */
type Change = Readonly<{
  /** Change from the beginning to the end, as a share of the median; 0 if the median is 0. */
  share: number
  /** Such an order of values is very unlikely by chance. */
  isSure: boolean
}>

/** False-alarm rate for a constant series: three series are tested, and 1 % is intended for all together. */
const risk = 0.0033
/** Two-sided quantile of the normal distribution for this rate. */
const sureDeviations = 2.94
/** A higher correlation is itself a change, or chance in few parts. */
const mostResemblance = 0.5

/** Steady change if there is one, else the sudden one. */
export function changeOf(values: Float64Array): Change {
  const steady = trendOf(values)
  return steady.isSure ? steady : shiftOf(values)
}

/** Mann–Kendall test with the Theil–Sen slope. */
function trendOf(values: Float64Array): Change {
  const slopes = slopesOf(values)
  const slope = median(slopes)
  const ordered = slopes.reduce((sum, each) => sum + Math.sign(each), 0)
  const count = values.length
  const spread = (count * (count - 1) * (2 * count + 5)) / 18
  const residuals = values.map((value, index) => value - slope * index)
  const deviations =
    Math.max(0, Math.abs(ordered) - 1) / Math.sqrt(spread * varianceFactor(residuals))
  return {
    share: perMedian(values, slope * (count - 1)),
    isSure: deviations > sureDeviations,
  }
}

/** Pettitt's test: the position at which the values before and after differ most. */
function shiftOf(values: Float64Array): Change {
  const count = values.length
  let [at, greatest, ordered] = [1, 0, 0]
  for (let place = 1; place < count; place++) {
    const moved = values[place - 1] ?? 0
    ordered += values.reduce((sum, other) => sum + Math.sign(other - moved), 0)
    if (Math.abs(ordered) > greatest) [at, greatest] = [place, Math.abs(ordered)]
  }
  const [before, after] = [values.subarray(0, at), values.subarray(at)]
  const [low, high] = [meanOf(before), meanOf(after)]
  const residuals = values.map((value, index) => value - (index < at ? low : high))
  const exponent = (-6 * greatest ** 2) / (count ** 3 + count ** 2) / varianceFactor(residuals)
  return {
    share: perMedian(values, median(after) - median(before)),
    isSure: 2 * Math.exp(exponent) < risk,
  }
}

/** Slopes between all pairs of values. */
function slopesOf(values: Float64Array): Float64Array {
  const slopes: number[] = []
  for (let late = 1; late < values.length; late++) {
    for (let early = 0; early < late; early++) {
      slopes.push(((values[late] ?? 0) - (values[early] ?? 0)) / (late - early))
    }
  }
  return Float64Array.from(slopes)
}

function perMedian(values: Float64Array, difference: number): number {
  const middle = median(values)
  return middle === 0 ? 0 : difference / middle
}

/** Variance of a sum of the values relative to the same number of independent values. */
function varianceFactor(values: Float64Array): number {
  // Few values underestimate the correlation (Marriott and Pope 1954).
  const found = (values.length * resemblance(values) + 1) / (values.length - 3)
  const resembling = Math.min(found, mostResemblance)
  return resembling <= 0 ? 1 : (1 + resembling) / (1 - resembling)
}

/** Parts of the window. If shorter than a usual request, they would share most of their requests. */
const mostParts = 32
const fewestParts = 8
const requestsPerPart = 3

function partsOf(latencies: Float64Array, { startS, endS: untilS }: Window, unitS: number): number {
  // Mean latency of a request in flight at a random time, which exceeds the mean of all. Uses the first requests, because
  // latencies of an overload keep growing.
  const first = latencies.subarray(0, Math.ceil(latencies.length / 3))
  const squares = first.reduce((sum, latencyS) => sum + latencyS ** 2, 0)
  const foundS = Math.max(unitS, squares / first.reduce((sum, latencyS) => sum + latencyS, 0))
  const stretches = foundS > 0 ? (untilS - startS) / foundS : Infinity
  return Math.floor(Math.min(mostParts, latencies.length / requestsPerPart, stretches))
}

const tooShort = { state: 'too-short', inFlightChange: 0, latencyChange: 0 } as const

/** Smaller changes from one end to the other do not matter. */
const negligibleChange = 0.1

type Window = Pick<SteadyWindow, 'startS' | 'endS'>

/** Limited to the time in which requests of the whole load were sent; the rest is ramp and drain, regardless of the window. */
export function steadinessOf(
  requests: Iterable<MeasuredRequest>,
  { startS: fromS, endS: untilS }: Window,
  schedule: ResponsePace | null = null,
): Steadiness {
  const loaded = loadedSpan(schedule)
  const window = {
    startS: Math.max(fromS, loaded.fromS),
    endS: Math.min(untilS, lastStartIn(requests, fromS), loaded.untilS),
  }
  const { startsS, latencies } = begunIn(requests, window)
  const parts = partsOf(latencies, window, loaded.unitS)
  if (parts < fewestParts)
    return loaded.unitS === 0 ? growthOf(requests, window, latencies) : tooShort
  const inFlight = changeOf(inFlightBy(requests, window, parts))
  const wholes = changeOf(batches(latencies, parts))
  const pace = paceChange(requests, window, parts)
  const latency = directionOf(wholes) === 0 ? pace : wholes
  const starts = changeOf(startsBy(startsS, window, parts))
  return {
    state: stateOf(directionOf(inFlight), directionOf(latency), directionOf(starts)),
    inFlightChange: inFlight.share,
    latencyChange: latency.share,
    ...(directionOf(pace) !== 0 && { paceChange: pace.share }),
  }
}

/**
 * State of a window that is short relative to its requests, so that neighbouring parts are alike: only the number and the latency
 * of requests together show that they pile up.
 */
function growthOf(
  requests: Iterable<MeasuredRequest>,
  window: Window,
  latencies: Float64Array,
): Steadiness {
  if (latencies.length < mostParts * requestsPerPart) return tooShort
  const inFlight = changeOf(inFlightBy(requests, window, mostParts))
  const latency = changeOf(batches(latencies, mostParts))
  if (directionOf(inFlight) <= 0 || directionOf(latency) <= 0) return tooShort
  return { state: 'drifting', inFlightChange: inFlight.share, latencyChange: latency.share }
}

function lastStartIn(requests: Iterable<MeasuredRequest>, fromS: number): number {
  let lastS = fromS
  for (const { startS } of successesIn(requests)) lastS = Math.max(lastS, startS)
  return lastS
}

type Begun = Readonly<{
  startsS: Float64Array
  /** Requests by their start. */
  latencies: Float64Array
}>

/** Requests that started in the window. */
function begunIn(requests: Iterable<MeasuredRequest>, window: Window): Begun {
  const starts = new NumberList()
  const latencies = new NumberList()
  for (const { startS, latencyS } of successesIn(requests)) {
    if (startS < window.startS || startS >= window.endS) continue
    starts.add(startS)
    latencies.add(latencyS)
  }
  const startsS = starts.all
  return { startsS, latencies: valuesAt(inOrderOf(startsS), latencies.all) }
}

/** The load if it rose or fell; else the server changed. */
function stateOf(inFlight: number, latency: number, starts: number): Steadiness['state'] {
  if (inFlight > 0 && starts > 0) return 'ramp'
  if (inFlight < 0 && starts < 0) return 'drain'
  return inFlight === 0 && latency === 0 ? 'steady' : 'drifting'
}

function directionOf({ share, isSure }: Change): number {
  return isSure && Math.abs(share) > negligibleChange ? Math.sign(share) : 0
}

/** Mean number in flight in each part. */
export function inFlightBy(
  requests: Iterable<MeasuredRequest>,
  { startS, endS: untilS }: Window,
  parts: number,
): Float64Array {
  const lengthS = (untilS - startS) / parts
  const amounts = new Float64Array(parts)
  for (const request of successesIn(requests)) {
    const from = Math.max(0, (request.startS - startS) / lengthS)
    const until = Math.min(parts, (endS(request) - startS) / lengthS)
    for (let part = Math.floor(from); part < until; part++) {
      amounts[part] = (amounts[part] ?? 0) + Math.min(until, part + 1) - Math.max(from, part)
    }
  }
  return amounts
}

function startsBy(
  startsS: Float64Array,
  { startS, endS: untilS }: Window,
  parts: number,
): Float64Array {
  const starts = new Float64Array(parts)
  for (const atS of startsS) {
    const part = Math.floor(((atS - startS) / (untilS - startS)) * parts)
    starts[part] = (starts[part] ?? 0) + 1
  }
  return starts
}
