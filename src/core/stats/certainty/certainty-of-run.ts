// Confidence of a run's numbers, computed from its requests.
import type { Certainty, LatencyCertainty } from '#core/model/run/certainty.ts'
import {
  type ColumnLatency,
  columnLatencies,
  latencyOf,
  metricNames,
  shownLatencies,
} from '#core/metrics/latencies.ts'
import type { DurationTally } from '../durations/duration-tally.ts'
import type { GoodputLimits } from '../run-totals.ts'
import {
  endS,
  type MeasuredRequest,
  reasoned,
  successesIn,
  timeToSolutionS,
} from '#core/records/measured-request.ts'
import { NumberList } from '../durations/number-list.ts'
import { steadinessOf } from './steadiness.ts'
import { achievedRate, littlesLaw, stallsOf } from './achieved-rate.ts'
import { batchMeans, intervalOf } from './batch-means.ts'
import {
  certainFigures,
  clusterRatio,
  gapCertainty,
  importedPercentiles,
  type KnownLatency,
} from './gap-certainty.ts'
import { goodShareInterval } from './share-interval.ts'
import { percentileInterval } from './percentile-interval.ts'
import { leastResponsesLong, responsePace } from './response-pace.ts'
import { alikeInQueue, queueSpread, serverQueue, type ServerQueue } from './server-queue.ts'
import { Stretches, throughputCertainty } from './throughput-certainty.ts'
import type { Interval } from './interval.ts'

/** Length from which a gap is noticeable. */
const stallS = 0.5

type CertaintyOptions = Readonly<{
  percentiles: readonly number[]
  goodputLimitsMs: GoodputLimits
  steadyWindow: Readonly<{ startS: number; endS: number }> | null
  /** Gaps between tokens of all responses, if already counted. */
  gaps?: DurationTally
  /** Greatest difference between times of different machines; 0 if one clock took them all. */
  placementErrorS?: number
}>

/** Requires requests in the order of the plan; iterates several times. */
export function certaintyOf(
  requests: Iterable<MeasuredRequest>,
  { percentiles, goodputLimitsMs, steadyWindow, gaps, placementErrorS = 0 }: CertaintyOptions,
): Certainty {
  const { figures, stretches } = latencyCertainty(requests, percentiles, gaps)
  const law = steadyWindow && littlesLaw(requests, steadyWindow)
  return {
    figures,
    throughput: throughputCertainty(requests, { placementErrorS, goodputLimitsMs, steadyWindow }),
    goodShare: goodShareInterval(requests, goodputLimitsMs),
    ...tokenShares(requests, stretches),
    rate: achievedRate(requests),
    pace: responsePace(requests),
    littlesLawRatio: law?.ratio ?? null,
    steadiness: steadyWindow && steadinessOf(requests, steadyWindow),
    stalls: stallsOf(requests, stallS),
  }
}

type Latencies = Record<ColumnLatency, KnownLatency> &
  Readonly<{
    /** Number of time stretches covered by all responses. */
    stretches: number
    counts: ReadonlyMap<string, number>
    /** Times as long would show the server in its usual state; below 1 if this run is long enough, 0 without a rate. */
    lengthened: number
  }>

/** Confidence of the latencies alone, and the number of time stretches covered by all responses. */
export function latencyCertainty(
  requests: Iterable<MeasuredRequest>,
  percentiles: readonly number[],
  gaps?: DurationTally,
): Readonly<{ figures: LatencyCertainty[]; stretches: number }> {
  const reported = importedPercentiles(percentiles)
  const { stretches, counts, lengthened, ...latencies } = latenciesOf(requests)
  const known = {
    ...latencies,
    itl: gapCertainty(requests, { percentiles: reported, stretches, gaps }),
  }
  const shown = shownLatencies(metricNames, (metric) => (counts.get(metric) ?? 0) > 0)
  const figures = shown.flatMap((metric) => {
    const isWhole = latencyOf(metric).perResponse?.until !== 'first-token'
    const isShort = isWhole && lengthened > 1
    const needed = isShort
      ? Math.ceil(lengthened * (counts.get(metric) ?? counts.get('e2el') ?? 0))
      : null
    return certainFigures(metric, known[metric], { percentiles: reported, needed })
  })
  return { figures, stretches }
}

/** Latencies with one value per response or trajectory. */
function latenciesOf(requests: Iterable<MeasuredRequest>): Latencies {
  const values = columnLatencies.map((name) => ({
    ...latencyOf(name),
    name,
    listS: new NumberList(),
  }))
  const firsts = new Stretches()
  const wholes = new Stretches()
  const trajectories = new Stretches()
  for (const request of successesIn(requests)) {
    for (const { valueS, listS } of values) {
      const value = valueS === 'gaps' ? null : valueS(request)
      if (value !== null) listS.add(value)
    }
    const tookS = timeToSolutionS(request)
    if (tookS !== null) trajectories.add(endS(request) - tookS, tookS)
    firsts.add(request.startS, request.ttftS)
    wholes.add(request.startS, request.latencyS)
  }
  const queue = serverQueue(requests)
  const known = values.map(({ name, listS, perResponse, dividesByTokens }) => {
    const ofResponses = perResponse?.until === 'first-token' ? firsts : wholes
    const stretches = perResponse === undefined ? trajectories : ofResponses
    const includesWait = perResponse !== undefined && dividesByTokens !== true
    return [name, knownFrom(listS.all, stretches.count, includesWait ? queue : null)] as const
  })
  return {
    ...(Object.fromEntries(known) as Record<ColumnLatency, KnownLatency>),
    stretches: wholes.count,
    lengthened: (leastResponsesLong * wholes.meanS) / queue.lastsS,
    counts: new Map(values.map(({ name, listS }) => [name, listS.length])),
  }
}

/** `queue`: the server's queue, if the latency includes a wait in it. */
function knownFrom(
  values: Float64Array,
  stretches: number,
  queue: ServerQueue | null,
): KnownLatency {
  const mean = batchMeans(values, stretches)
  if (queue === null)
    return {
      mean,
      percentile: (percentile) => percentileInterval(values, percentile, { stretches }),
    }
  const queueError = (queue.waitS * queueSpread(queue)) / Math.sqrt(values.length)
  const alike = alikeInQueue(queue)
  return {
    mean: mean && {
      ...mean,
      standardError: Math.max(mean.standardError, queueError),
      varying: values.reduce((most, value) => Math.max(most, mean.value - value), 0),
    },
    percentile: (percentile) => percentileInterval(values, percentile, { stretches, alike }),
  }
}

/** Absent where not known of every response, or of too few. */
function tokenShares(
  requests: Iterable<MeasuredRequest>,
  stretches: number,
): Pick<Certainty, 'reasoningShare' | 'cachedShare' | 'meanReasoningTokens' | 'meanCachedTokens'> {
  const [outputs, reasoning] = [new NumberList(), new NumberList()]
  const [prompts, cached] = [new NumberList(), new NumberList()]
  const ones = new NumberList()
  let isReasoningKnown = true
  for (const request of successesIn(requests)) {
    outputs.add(request.outputTokens)
    reasoning.add(request.reasoningTokens ?? 0)
    if (reasoned(request) && request.reasoningTokens === undefined) isReasoningKnown = false
    prompts.add(request.promptTokens)
    cached.add(request.cachedTokens ?? 0)
    ones.add(1)
  }
  const within = (parts: NumberList, wholes: NumberList, most: number) =>
    ratioInterval({ parts, wholes, most, stretches })
  const reasoningShare = isReasoningKnown ? within(reasoning, outputs, 1) : null
  const meanReasoningTokens = isReasoningKnown ? within(reasoning, ones, Infinity) : null
  const cachedShare = within(cached, prompts, 1)
  const meanCachedTokens = within(cached, ones, Infinity)
  return {
    ...(reasoningShare && { reasoningShare }),
    ...(meanReasoningTokens && { meanReasoningTokens }),
    ...(cachedShare && { cachedShare }),
    ...(meanCachedTokens && { meanCachedTokens }),
  }
}

type Ratio = Readonly<{ parts: NumberList; wholes: NumberList; most: number; stretches: number }>

function ratioInterval({ parts, wholes, most, stretches }: Ratio): Interval | null {
  if (!parts.all.some((part) => part > 0)) return null
  const ratio = clusterRatio(parts.all, wholes.all, stretches)
  if (ratio === null) return null
  const { low, high } = intervalOf(ratio)
  return { low: Math.max(0, low), high: Math.min(most, high) }
}
