// Confidence of a run's numbers, computed from its requests.
import type { Certainty, LatencyCertainty, ResponsePace } from '#core/model/run/certainty.ts'
import {
  type ColumnLatency,
  columnLatencies,
  includesWait,
  latencyOf,
  metricNames,
  shownLatencies,
} from '#core/metrics/latencies.ts'
import type { DurationTally } from '../durations/duration-tally.ts'
import type { GoodputLimits } from '../run-totals.ts'
import { endS, type MeasuredRequest, successesIn } from '#core/records/measured-request.ts'
import { figuresOfConversations } from '../conversation-figures.ts'
import { MetricValues } from '../metric-stats.ts'
import { NumberList } from '../durations/number-list.ts'
import { serverPaces } from '../server-paces.ts'
import { isRefusing, refusalsOf } from './refusals.ts'
import { standstillsOf } from './standstills.ts'
import { steadinessOf } from './steadiness.ts'
import { achievedRate, littlesLaw, stallsOf } from './achieved-rate.ts'
import { fewestBatches } from './batch-means.ts'
import {
  certainFigures,
  gapCertainty,
  importedPercentiles,
  type KnownLatency,
} from './gap-certainty.ts'
import { goodShareInterval } from './share-interval.ts'
import {
  mostWaits,
  noSurerThanTimes,
  percentileInterval,
  type RankedValues,
  withMoreWaits,
} from './percentile-interval.ts'
import {
  errorOfSureWaits,
  statesAtCapacity,
  statesNeeded,
  statesSeen,
  type SureWaits,
  type TailTimes,
  timesOf,
} from './tail-times.ts'
import { tokenShares } from './token-shares.ts'
import { leastResponsesLong, responsePace } from './response-pace.ts'
import { type FullTimes, fullTimes, noFullTimes } from './full-times.ts'
import { explainedShare, inFlightAt, type SharedPart, sharedPart } from './shared-part.ts'
import {
  alikeInQueue,
  boundedQueue,
  queueSpread,
  serverQueue,
  type ServerQueue,
  sharedQueue,
} from './server-queue.ts'
import { firstRoundShare, meanOfRounds, type Rounds, wholeMean } from './mean-of-parts.ts'
import { furtherEnds, type Interval } from './interval.ts'
import { type RunErrors, runErrors, type SharedError, sharedErrorOf } from './run-errors.ts'
import { Stretches, throughputCertainty } from './throughput-certainty.ts'

/** Shortest noticeable gap. */
const stallS = 0.5

type CertaintyOptions = Readonly<{
  percentiles: readonly number[]
  goodputLimitsMs: GoodputLimits
  steadyWindow: Readonly<{ startS: number; endS: number }> | null
  /** Maximum difference between clocks of different machines; 0 if one clock recorded all times. */
  placementErrorS?: number
  /** Longest pause of the client; null if it was not monitored. */
  pauseS?: number | null
  /** A mean over the loads of a ramp has no interval: a longer ramp passes through the same loads, only slower. */
  changesRate?: boolean
}> &
  KnownValues

/** Values of all responses, if the caller has already collected them. */
type KnownValues = Readonly<{
  values?: MetricValues
  gaps?: DurationTally
  pace?: ResponsePace | null
  errors?: RunErrors | null
}>

/** Requires requests in the order of the plan; iterates several times. */
export function certaintyOf(
  requests: Iterable<MeasuredRequest>,
  options: CertaintyOptions,
): Certainty {
  const { percentiles, goodputLimitsMs, steadyWindow, placementErrorS = 0, ...others } = options
  const { pauseS = null, changesRate = false, ...known } = others
  const limits = { placementErrorS, goodputLimitsMs, steadyWindow }
  const pace = changesRate ? null : responsePace(requests)
  const errors = runErrors(requests)
  const { figures, stretches } = latencyCertainty(requests, percentiles, { ...known, pace, errors })
  const figuresOf = (steady: readonly MeasuredRequest[]) =>
    latencyCertainty(steady, percentiles, { pace, errors })
  const standstills = pauseS === null ? null : standstillsOf(requests, pauseS)
  const refusals = refusalsOf(requests)
  return {
    figures: changesRate ? [] : figuresOfConversations(figures, requests, pace, figuresOf),
    throughput: throughputCertainty(requests, { ...limits, errors }),
    goodShare: changesRate ? null : goodShareInterval(requests, goodputLimitsMs),
    ...tokenShares(requests, stretches),
    rate: achievedRate(requests),
    pace,
    littlesLawRatio: (steadyWindow && littlesLaw(requests, steadyWindow)?.ratio) ?? null,
    steadiness: steadyWindow && steadinessOf(requests, steadyWindow, pace),
    stalls: stallsOf(requests, stallS),
    ...(standstills && { standstills }),
    ...(refusals && { refusals }),
    ...serverPaces(requests),
  }
}

type Latencies = Record<ColumnLatency, KnownLatency> &
  Readonly<{
    /** Number of time stretches covered by all responses. */
    stretches: number
    /** Stretches of the times after first tokens, and a factor that widens intervals, because few long responses set the pace. */
    served: Readonly<{ stretches: number; widened: number }>
    /** Multiple of the run's length that shows the server's usual state; below 1 if the run is long enough, 0 without a rate. */
    lengthened: number
    /** Number of times with different requests in flight; infinite unless a few long ones determine the state of the server. */
    longTimes: number
    /** Number of states of the server; infinite without a rate. */
    states: number
    full: FullTimes
    /** Number of separate times with first tokens as slow as this percentile. */
    tailTimes: (percentile: number) => TailTimes
  }>

/** Long requests determine the state of a server while they last, and a run has few of them; see bench/truth/intervals.ts. */
const widenedPerLong = 4

/**
 * Long requests occasionally hold all slots, and only requests that wait at these times have the slowest first tokens. A run sees
 * few such times. If lengths vary this much and requests wait during this share of the run, a percentile in the last tenth needs
 * this number of such times in its tail. It always needs as many times with slowest first tokens of its own.
 */
const leastUneven = 2.4
const leastWaiting = 0.25
const usualTail = 0.1
const fewestTimes = 3
/** Fewer slow first tokens do not show the number of separate times. */
const fewestInTail = 6

/**
 * Times of a tail that a state of the server shows, and the percentile beyond which a run needs as many states for that as one at
 * the capacity; see bench/truth/intervals.ts.
 */
const timesPerState = 0.5
const knownTail = 90

/** Largest ratio of the variance shared by neighbours to the variance between states of the server. */
const stepsPerState = 3

/** For percentiles that the number of server states does not limit. */
const oneState: TailTimes = { times: Infinity, isWait: false }

/** Confidence of the latencies alone, and the number of time stretches covered by all responses. */
export function latencyCertainty(
  requests: Iterable<MeasuredRequest>,
  percentiles: readonly number[],
  {
    values = valuesOf(requests),
    gaps,
    pace = responsePace(requests),
    errors = runErrors(requests),
  }: KnownValues = {},
): Readonly<{ figures: LatencyCertainty[]; stretches: number }> {
  const reported = importedPercentiles(percentiles)
  const { stretches, served, lengthened, longTimes, tailTimes, states, full, ...latencies } =
    latenciesOf(requests, { values, pace, errors })
  const waitingShare = pace?.loadToCapacity?.waitingShare ?? 0
  const countOf = (metric: ColumnLatency) => values.listOf(metric).length
  /** Multiple of the responses that would show the tail beyond a percentile of first tokens, and a tail of long requests. */
  const tailLengthened = (percentile: number) => {
    if (percentile <= 100 * (1 - usualTail) || states === Infinity) return 0
    const tail = 1 - percentile / 100
    return Math.max(
      fewestTimes / tailTimes(percentile).times,
      fewestInTail / (tail * countOf('ttft')),
      statesNeeded(pace) / (tail * states),
      full.lengthened(percentile),
    )
  }
  const longLengthened = (percentile: number) =>
    percentile > 100 * (1 - usualTail) && waitingShare >= leastWaiting
      ? fewestTimes / (longTimes * (1 - percentile / 100))
      : 0
  const known = {
    ...latencies,
    itl: gapCertainty(requests, { percentiles: reported, ...served, gaps, errors }),
  }
  const shown = shownLatencies(metricNames, (metric) => metric !== 'itl' && countOf(metric) > 0)
  const figures = shown.flatMap((metric) => {
    const isWhole = latencyOf(metric).perResponse?.until !== 'first-token'
    const count = countOf(metric === 'itl' ? 'e2el' : metric)
    const neededFor = (percentile: number | null) => {
      const isFirst = !isWhole && percentile !== null
      const own = isWhole ? lengthened : isFirst ? longLengthened(percentile) : 0
      const longer = Math.max(own, isFirst ? tailLengthened(percentile) : 0)
      return {
        // An excess below the rounding error counts as none.
        values: longer > 1 ? Math.ceil(longer * count - 1e-6) : null,
        hidesTail: own <= 1 && longer > 1,
      }
    }
    return certainFigures(metric, known[metric], { percentiles: reported, count, neededFor })
  })
  return { figures, stretches }
}

function valuesOf(requests: Iterable<MeasuredRequest>): MetricValues {
  const values = new MetricValues()
  for (const request of requests) values.add(request)
  return values
}

/** Latencies with one value per response or trajectory. */
function latenciesOf(
  requests: Iterable<MeasuredRequest>,
  {
    values,
    pace,
    errors,
  }: Required<Pick<KnownValues, 'pace' | 'errors'>> & Readonly<{ values: MetricValues }>,
): Latencies {
  const firsts = new Stretches()
  const wholes = new Stretches()
  const served = new Stretches()
  const trajectories = new Stretches()
  const [startsS, endsS] = [new NumberList(), new NumberList()]
  const [ttftsS, promptTokens] = [new NumberList(), new NumberList()]
  for (const request of successesIn(requests)) {
    const took = request.turn?.step?.whole
    if (took !== undefined) trajectories.add(endS(request) - took.tookUs / 1e6, took.tookUs / 1e6)
    firsts.add(request.startS, request.ttftS)
    startsS.add(request.startS)
    endsS.add(endS(request))
    ttftsS.add(request.ttftS)
    promptTokens.add(request.promptTokens)
    wholes.add(request.startS, request.latencyS)
    served.add(request.startS + request.ttftS, request.latencyS - request.ttftS)
  }
  const queue = serverQueue(requests)
  const { meanS, unevenness } = wholes
  // Turns arrive as the conversations do, of which there are fewer.
  const turnsEach = startsS.length / (pace?.conversations?.count ?? startsS.length)
  const widened =
    Math.sqrt(turnsEach) *
    (1 + (widenedPerLong * (unevenness - 1) * unevenness * meanS) / queue.lastsS)
  const ranked = values.durationsOf('ttft')
  // Without a rate, the number in flight is fixed, and so is the server's state.
  const isAtRate = queue.lastsS !== Infinity
  const times = isAtRate ? timesOf({ startsS, ttftsS, promptTokens, meanLatencyS: meanS }) : null
  const states = isAtRate ? statesSeen(requests, { startsS, meanLatencyS: meanS }) : null
  const surelyShare = pace?.loadToCapacity?.surelyShare ?? 0
  const betweenS = queue.lastsS / Math.max(1, startsS.length - 1)
  const full =
    states === null ? noFullTimes : fullTimes(requests, states, { betweenS, surelyShare })
  const tailTimes = (percentile: number) => {
    if (times === null || percentile < 100 * (1 - usualTail)) return oneState
    const own = times.beyond(ranked.at(Math.round((percentile / 100) * (ranked.count - 1))))
    const mayBeWaits = mostWaits(times.sure) >= (1 - percentile / 100) * ranked.count
    return mayBeWaits ? { ...own, times: Math.min(own.times, times.sure.times) } : own
  }
  const firstShare = isAtRate ? 0 : firstRoundShare(startsS.all, endsS.all)
  const workUnevenness = isAtRate ? 1 : served.unevenness
  const inFlight = inFlightAt(startsS.all, endsS.all)
  // A run of few states does not show what neighbours share.
  const showsShared =
    states !== null && states.count >= Math.max(2 * fewestBatches, statesNeeded(pace) / usualTail)
  const shared = sharedPart(values.listOf('ttft'))
  const waiting = isRefusing(requests)
    ? boundedQueue(queue, shared)
    : showsShared
      ? sharedQueue(queue, shared)
      : queue
  /** Null if the run saw too few states to show a tail by the values in it. */
  const shownTimes = (percentile: number) => {
    if (states === null) return null
    const needed = percentile > knownTail ? statesAtCapacity : statesNeeded(pace)
    const isShown = states.count * (1 - percentile / 100) >= needed
    return isShown ? timesPerState * states.count : null
  }
  const servedStretches = errors === null ? wholes.count : served.count
  const burst = firstShare === 1 ? values.listOf('ttft') : null
  const known = columnLatencies.map((name) => {
    const { perResponse } = latencyOf(name)
    const ofResponses = perResponse?.until === 'first-token' ? firsts : wholes
    const stretches = perResponse === undefined ? trajectories : ofResponses
    const ordered = { values: values.listOf(name), ranked: values.durationsOf(name) }
    const isOfGaps = !includesWait(name)
    const seen = {
      ...{
        stretches: isOfGaps ? servedStretches : stretches.count,
        queue: includesWait(name) ? waiting : null,
        widened,
      },
      rounds: { share: firstShare, unevenness: isOfGaps ? 1 : workUnevenness, errors },
      sharedByAll: errors && sharedErrorOf(name, ordered.values, { errors, burst }),
      ...{ states: states?.count ?? Infinity, inFlight, showsShared },
      shared: name === 'ttft' ? shared : sharedPart(ordered.values),
      ...(perResponse?.until === 'first-token' && {
        ...{ tailTimes, shownTimes, sureWaits: times?.sure },
        missedS: full.waitS,
      }),
    }
    return [name, knownFrom(ordered, seen)] as const
  })
  const { ttft, ...others } = Object.fromEntries(known) as Record<ColumnLatency, KnownLatency>
  const e2el = {
    ...others.e2el,
    mean: wholeMean(values, [others.e2el.mean, ttft.mean], wholes.count),
  }
  return {
    ...{ ...others, ttft, e2el },
    stretches: wholes.count,
    served: { stretches: servedStretches, widened },
    lengthened: (leastResponsesLong * meanS) / queue.lastsS,
    tailTimes,
    states: states?.count ?? Infinity,
    full,
    longTimes: unevenness < leastUneven ? Infinity : queue.lastsS / (unevenness * meanS),
  }
}

type OrderedValues = Readonly<{
  /** Request order. */
  values: Float64Array
  ranked: RankedValues
}>

type Seen = Readonly<{
  stretches: number
  /** The server's queue, if the latency includes waiting in it. */
  queue: ServerQueue | null
  /** Factor that widens an interval. */
  widened: number
  /** Without a rate. */
  rounds: Rounds
  sharedByAll: SharedError | null
  /** Number of states of the server, and requests in flight when each one starts. */
  states: number
  inFlight: Float64Array
  showsShared: boolean
  shared: SharedPart
  /** Only for first tokens. */
  shownTimes?: (percentile: number) => number | null
  tailTimes?: (percentile: number) => TailTimes
  sureWaits?: SureWaits | undefined
  /** Wait for a first token that the run may have missed, in its mean. */
  missedS?: number
}>

function knownFrom(
  { values, ranked }: OrderedValues,
  { stretches, queue, widened, rounds, states, inFlight, shared, missedS = 0, ...firsts }: Seen,
): KnownLatency {
  const { showsShared, tailTimes, shownTimes, sureWaits, sharedByAll } = firsts
  const mean = meanOfRounds(values, stretches, { ...rounds, shared: sharedByAll })
  const { variance, share, mostShare } = shared
  const stateError = queue === null ? 0 : Math.sqrt((share * variance) / states)
  const queueError =
    queue === null ? 0 : (queue.waitS * queueSpread(queue)) / Math.sqrt(values.length)
  const waitError = errorOfSureWaits(sureWaits, { states, requests: values.length })
  // Neighbours also share single steps, which pass sooner than a state.
  const ofState = Math.max(share / stepsPerState, explainedShare(values, inFlight))
  const all = 1 + ofState * Math.max(0, values.length / states - 1)
  const alike =
    queue === null
      ? {}
      : { alike: alikeInQueue(queue, { all, mostShare: showsShared ? mostShare : 1 }) }
  return {
    mean: mean && {
      ...mean,
      standardError: widened * Math.max(mean.standardError, queueError, waitError, stateError),
      ...(queue !== null && { varying: mean.varying ?? Math.max(0, mean.value - ranked.at(0)) }),
      missed: missedS,
    },
    percentile: (percentile) => {
      const shown = { percentile, ranked, tailTimes: shownTimes?.(percentile) ?? null }
      const bounds = { stretches, ...rounds, ...shown, ...alike, shared: sharedByAll }
      const own = percentileInterval(values, percentile, bounds)
      if (own === null) return null
      const value = ranked.at(Math.round((percentile / 100) * (ranked.count - 1)))
      const ends = (interval: Interval) => furtherEnds(interval, value, widened)
      const { times, isWait } = tailTimes?.(percentile) ?? oneState
      const sure = isWait ? noSurerThanTimes(own, value, { ...shown, moments: times }) : own
      const isCertain = sureWaits === undefined || sureWaits.count === 0
      const wider = isCertain ? sure : withMoreWaits(sure, { percentile, ranked, ...sureWaits })
      return wider === own ? ends(own) : { ...ends(wider), own: ends(own) }
    },
  }
}
