// Whether a run was in one state throughout its steady window, or changed on the way: the load, or the server under it.
// Formulas: docs/measuring/certainty.md.
import { median } from '#core/base/spread.ts'
import type { Steadiness } from '#core/model/run/certainty.ts'
import { batches, meanOf, resemblance } from './batch-means.ts'
import { endS, type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'
import { paceChange } from './pace-change.ts'
import { inOrderOf, valuesAt } from '../durations/in-order.ts'
import { NumberList } from '../durations/number-list.ts'
import type { SteadyWindow } from './steady-window.ts'

/** Steady or sudden change of a series, by the order of its values: no outlier decides. docs/measuring/certainty.md. */
type Change = Readonly<{
  /** Change from the beginning to the end, as a share of the median; 0 if that is 0. */
  share: number
  /** Chance alone would hardly ever have put the values in such an order. */
  isSure: boolean
}>

/** How often a series that does not change is said to: three are looked at, and 1 % is meant for all. */
const risk = 0.0033
/** Deviations of a normal variable that are exceeded so often, either way. */
const sureDeviations = 2.94
/** A greater one is a change itself, or luck of few parts. */
const mostResemblance = 0.5

/** The steady change if there is one, else the sudden one. */
function changeOf(values: Float64Array): Change {
  const steady = trendOf(values)
  return steady.isSure ? steady : shiftOf(values)
}

/** Mann and Kendall's test with the slope of Theil and Sen. */
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

/** Pettitt's test: the place at which what comes before differs most from what comes after. */
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

/** Slopes between every two values. */
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

/** How much more a sum of the values varies than one of as many independent ones. */
function varianceFactor(values: Float64Array): number {
  // Few values underestimate the correlation (Marriott and Pope 1954).
  const found = (values.length * resemblance(values) + 1) / (values.length - 3)
  const resembling = Math.min(found, mostResemblance)
  return resembling <= 0 ? 1 : (1 + resembling) / (1 - resembling)
}

/** Parts that the window is divided into. Shorter than a usual request, they would share most of what they hold. */
const mostParts = 32
const fewestParts = 8
const requestsPerPart = 3

function partsOf(latencies: Float64Array, { startS, endS: untilS }: Window): number {
  // Mean latency of a request found in flight, which exceeds the mean of all. Uses the first requests, because latencies of
  // an overload keep growing.
  const first = latencies.subarray(0, Math.ceil(latencies.length / 3))
  const squares = first.reduce((sum, latencyS) => sum + latencyS ** 2, 0)
  const foundS = squares / first.reduce((sum, latencyS) => sum + latencyS, 0)
  const stretches = foundS > 0 ? (untilS - startS) / foundS : Infinity
  return Math.floor(Math.min(mostParts, latencies.length / requestsPerPart, stretches))
}

/** Changes smaller than this from one end to the other do not matter. */
const negligibleChange = 0.1

type Window = Pick<SteadyWindow, 'startS' | 'endS'>

/** As long as requests left: what comes after is drain, whatever the window. */
export function steadinessOf(
  requests: Iterable<MeasuredRequest>,
  { startS: fromS, endS: untilS }: Window,
): Steadiness {
  const window = { startS: fromS, endS: Math.min(untilS, lastStartIn(requests, fromS)) }
  const { startsS, latencies } = begunIn(requests, window)
  const parts = partsOf(latencies, window)
  if (parts < fewestParts) return growthOf(requests, window, latencies)
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
 * The state of a window that is short beside its requests, in which neighbouring parts are alike: only that requests pile up
 * shows, by their number and their latency together.
 */
function growthOf(
  requests: Iterable<MeasuredRequest>,
  window: Window,
  latencies: Float64Array,
): Steadiness {
  const unknown = { state: 'too-short', inFlightChange: 0, latencyChange: 0 } as const
  if (latencies.length < mostParts * requestsPerPart) return unknown
  const inFlight = changeOf(inFlightBy(requests, window, mostParts))
  const latency = changeOf(batches(latencies, mostParts))
  if (directionOf(inFlight) <= 0 || directionOf(latency) <= 0) return unknown
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

/** The load if it rose or fell itself; else the server changed. */
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
