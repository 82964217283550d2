// Waits for the KV cache that a run was too short to see. First tokens do not show that the cache nearly filled; its usage shows
// how often it is full in a longer run. Formulas: docs/measuring/certainty.md, "The KV cache".
import { latencyOf } from '#core/metrics/latencies.ts'
import type { LatencyCertainty } from '#core/model/run/certainty.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { normalQuantile } from '#core/random/normal-quantile.ts'
import type { SampledSource } from '#core/records/sampled-values.ts'
import { meanOf, varianceOf } from '#core/stats/certainty/batch-means.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import { shareBeyond, studentReach } from '#core/stats/certainty/distributions.ts'
import { waitingPerFull, waitWhenFullS } from '#core/stats/certainty/full-times.ts'
import { usualConfidence } from '#core/stats/certainty/interval.ts'
import { varianceInflation } from '#core/stats/certainty/share-interval.ts'
import { isReported, type RunSpan } from './over-time.ts'
import { pointsOf } from './telemetry-series.ts'

/** Usage above which a prompt may not fit. */
const fullUsage = 0.95
/** A smaller share of requests that wait changes no figure. */
const rare = 0.001
/** Time, in mean latencies, after which the usual number of requests is in flight. */
const fillingLatencies = 2
/** States × share of requests beyond a percentile that show these waits; see bench/truth/tails.ts. */
const statesInTail = 5
/** The same for the 90th percentile, which has an interval anyway. */
const statesInLastTenth = 2.5
/** States that suffice for a search, which bounds tails by itself; see bench/truth/searches.ts. */
const statesOfSearch = 100
const usualPercentile = 90
const fewestSamples = 4
/** Standard errors from which a figure counts as sure, as in searches. */
const sureErrors = 3
/** The cache of an engine that counts reusable blocks as used is this often full although nothing waits. */
const oftenFull = 0.1

type Load = Readonly<{ span: RunSpan; latencyS: number; completed: number }>

/** The summary with intervals of first tokens that include these waits; unchanged without a rate, or without samples. */
export function underKvPressure(
  summary: RunSummary,
  sources: readonly SampledSource[],
  span: RunSpan,
): RunSummary {
  const { certainty, completed } = summary
  if (!certainty || certainty.rate === null) return summary
  const durationS = certainty.pace?.scheduleS ?? span.durationS
  const latencyS = summary.metrics.e2el.mean / 1000
  const load = { span: { ...span, durationS }, latencyS, completed }
  const [worst] = sources
    .flatMap((source) => fullnessOf(source, load) ?? [])
    .toSorted((one, other) => other.most - one.most)
  if (worst === undefined || waitingPerFull * worst.most < rare) return summary
  let lower: LatencyCertainty | null = null
  const figures = certainty.figures.map((figure) => {
    const { metric, percentile } = figure
    if (latencyOf(metric).perResponse?.until !== 'first-token') return figure
    const found = withWaits(figure, figureOf(summary.metrics[metric], percentile), worst, load)
    if (percentile === null) return found
    lower = noLowerThan(found, lower?.metric === metric ? lower : null)
    return lower
  })
  return { ...summary, certainty: { ...certainty, figures } }
}

type Fullness = NonNullable<ReturnType<typeof fullnessOf>>

/**
 * Distance of the mean usage from a full cache in standard deviations, and share of the time with a full cache: likely, and at
 * most. Null without samples.
 */
function fullnessOf(source: SampledSource, { span, latencyS, completed }: Load) {
  const fromS = Math.min(fillingLatencies * latencyS, span.durationS / 4)
  const points = pointsOf('kvCachePercent', source, span)
    .filter(isReported)
    .filter(({ atS }) => atS >= fromS && atS <= span.durationS)
  if (points.length < fewestSamples) return null
  const queues = pointsOf('requestsWaiting', source, span)
  const queued = new Map(queues.map(({ atS, value }) => [atS, value]))
  const full = points.filter(({ value }) => value >= 100 * fullUsage)
  const isOftenFull = full.length >= Math.max(fewestSamples, oftenFull * points.length)
  if (isOftenFull && full.every(({ atS }) => queued.get(atS) === 0)) return null
  const usages = Float64Array.from(points, ({ value }) => value / 100)
  const usage = meanOf(usages)
  const independent = usages.length / varianceInflation(usages)
  const states = Math.max(1, Math.min(independent, (span.durationS - fromS) / latencyS))
  // Few states underestimate their spread; independent requests give its minimum.
  const spread = Math.sqrt((varianceOf(usages) * states) / Math.max(0.5, states - 1))
  const ofRequests = usage / Math.sqrt((completed * latencyS) / span.durationS)
  const deviations = (fullUsage - usage) / Math.max(spread, ofRequests)
  const reach = studentReach(usualConfidence, Math.max(1, states - 1))
  const growth = 1 + (reach * Math.max(spread, ofRequests)) / (usage * Math.sqrt(states))
  const most = shareBeyond(deviations - reach / Math.sqrt(states))
  return { usage, growth, deviations, states, reach, share: shareBeyond(deviations), most }
}

/** Waits that are possible raise the mean and low percentiles; a higher percentile that may be a wait has no interval. */
function withWaits(
  figure: LatencyCertainty,
  value: number | null,
  fullness: Fullness,
  load: Load,
): LatencyCertainty {
  const { percentile, intervalMs, ownIntervalMs = intervalMs } = figure
  if (percentile === null || percentile <= usualPercentile) {
    if (intervalMs === null || value === null) return figure
    const seen = Math.max(intervalMs.high, fullness.growth * value)
    const high = seen + possibleWaitMs(percentile, fullness, load)
    return { ...figure, intervalMs: { ...intervalMs, high } }
  }
  const { deviations, states, reach } = fullness
  const tail = 1 - percentile / 100
  const seen = statesInTail / tail
  // Standard deviations below a full cache beyond which waits are rarer than the tail.
  const clear = deviations - normalQuantile(1 - tail / waitingPerFull)
  const sure = clear * Math.sqrt(states)
  const cacheErrors = Math.max(sure, sureErrors * Math.sqrt(states / statesOfSearch))
  const known = cacheErrors >= sureErrors ? figure : { ...figure, cacheErrors }
  if (intervalMs === null || states >= seen || sure > reach) return known
  const needed = clear > 0 ? Math.min(seen, (reach / clear) ** 2) : seen
  return {
    ...{ ...known, intervalMs: null, isHiddenByCache: true },
    ...(ownIntervalMs && { ownIntervalMs }),
    fewestValues: Math.ceil((load.completed * needed) / states),
  }
}

/** Percentiles stay in order. */
function noLowerThan(figure: LatencyCertainty, lower: LatencyCertainty | null): LatencyCertainty {
  const { intervalMs } = figure
  if (!intervalMs || !lower?.intervalMs || lower.intervalMs.high <= intervalMs.high) return figure
  return { ...figure, intervalMs: { ...intervalMs, high: lower.intervalMs.high } }
}

/** Adds to a mean the waits beyond the likely ones, and to a percentile in the last tenth the wait that may reach it. */
function possibleWaitMs(
  percentile: number | null,
  { usage, states, share, most }: Fullness,
  { span, completed }: Load,
): number {
  const waitMs = 1000 * waitWhenFullS(Math.min(fullUsage, usage), span.durationS / completed)
  if (percentile === null) return waitingPerFull * (most - share) * waitMs
  const tail = 1 - percentile / 100
  if (percentile < usualPercentile || states >= statesInLastTenth / tail) return 0
  return Math.max(0, Math.log(Math.min(1, waitingPerFull * most) / tail)) * waitMs
}
