// The rule behind each reason against a run, with the figures that it uses. Limits: docs/measuring/verdicts.md.
import type { RunStatus } from '#core/model/run/run.ts'
import {
  concludedRequests,
  cutOff,
  genuineFailures,
  refusedRequests,
} from '#core/stats/genuine-failures.ts'
import { countsTokens } from '#core/stats/as-asked.ts'
import { warmCacheHitRate } from '#core/stats/warm-cache.ts'
import { columnLatencies, includesWait, isOccasional } from '#core/metrics/latencies.ts'
import { clientShiftMs } from '#core/stats/certainty/client-shift.ts'
import { joinedFeatures } from '#core/messages/joined-catalogue.ts'
import * as features from './features.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import { recordedInterval, valuesNeeded } from './known-figures.ts'
import type { ClientVerdict } from './client-verdict.ts'
import type { JudgedConfig, JudgedSummary } from './judged-run.ts'
import { demandingPercentile } from '#core/stats/certainty/percentile-interval.ts'
import { type Pace, refusesLoad } from './saturation.ts'
import type { LoadState, Reason, ReasonCode } from '#core/model/run/judgement.ts'

type Subject = Readonly<{
  config: JudgedConfig
  summary: JudgedSummary
  status: RunStatus
  client: ClientVerdict | null
  loadState: LoadState
  pace: Pace
}>

type Evidence = Reason['evidence']
/** Null if the reason does not apply. */
type Rule = (run: Subject) => Evidence | null

/** One failure in a hundred requests does not affect the others. */
const tolerableFailedShare = 0.01
/** As for a run whose prompts were all sent before; fewer hits occur by chance, and change no mean by more than their share. */
const pollutedHitShare = 0.05
/** Fewer responses without their own token times change no mean by much. */
export const tolerableReadAtOnceShare = 0.05
/** Unused share of the slots that several hosts share. A smaller share changes no figure beyond its own interval. */
const tolerableUnusedShare = 0.02
/** Share of responses with other lengths or unknown ends; a smaller share changes no mean by more than itself. */
const tolerableOtherShare = 0.01
/** Share of the completed responses. */
const leastBufferedShare = 0.2
/** Gap before a burst, as a multiple of the client's read delay. */
const clearlyLonger = 3
/** Share of a figure added by late reads, above which it describes the client. */
const widestShift = 0.1
/** Half the 95 % interval of a mean or median, relative to it, above which the figure is a guess. */
const widestReach = 0.25

export const runReasons: Readonly<Record<ReasonCode, Rule>> = {
  'nothing-measured': ({ summary }) => {
    if (summary.completed > 0) return null
    const clientCancelled = summary.clientCancelled ?? 0
    const counts = { completed: 0, failed: genuineFailures(summary) ?? 0 }
    return clientCancelled > 0 ? { ...counts, clientCancelled } : counts
  },
  errors: ({ status, summary }) => {
    const failed = (genuineFailures(summary) ?? 0) - refusedRequests(summary)
    const requests = concludedRequests(summary)
    const share = failed / requests
    const isBroken =
      status === 'failed' || summary.errors.some(({ code }) => code === 'worker-lost')
    if (share > tolerableFailedShare || (failed > 0 && isBroken)) return { failed, requests, share }
    return isBroken ? { completed: summary.completed } : null
  },
  ...joinedFeatures(features, 'rules'),
  'client-limited': ({ client, summary }) =>
    (client?.grade === 'invalid' ? decidingEvidence(client) : null) ?? overloadEvidence(summary),
  'cache-polluted': ({ config, summary }) => {
    const hitShare = warmCacheHitRate(config, summary) ?? 0
    return hitShare >= pollutedHitShare ? { hitShare } : null
  },
  'cache-hits': ({ config, summary }) => {
    const hitShare = warmCacheHitRate(config, summary) ?? 0
    return hitShare > 0 && hitShare < pollutedHitShare ? { hitShare } : null
  },
  'output-length': ({ summary }) => lengthEvidence(summary, 'Outputs'),
  'prompt-length': ({ summary }) => lengthEvidence(summary, 'Prompts'),
  'other-model': ({ summary: { asAsked, completed } }) => {
    const other = asAsked?.otherModel
    if (other === undefined) return null
    const { responses, model, request } = other
    return { responses, completed, share: responses / completed, model, request }
  },
  'unexplained-end': ({ summary: { asAsked, completed } }) => {
    const unexplained = asAsked?.unexplained
    const share = (unexplained?.responses ?? 0) / completed
    if (unexplained === undefined || share <= tolerableOtherShare) return null
    return { ...unexplained, completed, share }
  },
  uncounted: ({ summary }) => uncountedEvidence(summary),
  buffered: ({ summary: { asAsked, completed }, client }) => {
    const buffered = asAsked?.buffered
    const share = (buffered?.responses ?? 0) / completed
    if (buffered === undefined || share < leastBufferedShare) return null
    // A client that reads late merges events itself.
    if (buffered.silenceMs < clearlyLonger * (client?.error?.itlP99Ms ?? 0)) return null
    return { ...buffered, completed, share }
  },
  rejected: ({ summary }) => {
    if (!refusesLoad(summary)) return null
    const [rejected, refused] = [summary.rejected ?? 0, refusedRequests(summary)]
    const requests = concludedRequests(summary)
    const statuses = summary.certainty?.refusals?.statuses.join(', ') ?? ''
    return {
      requests,
      ...(rejected > 0 && { rejected, share: rejected / requests }),
      ...(refused > 0 && { refused, refusedShare: refused / requests, statuses }),
    }
  },
  saturated: ({ pace }) => pace.behind,
  'held-back': ({ pace }) => pace.heldBack,
  'parts-lost': ({ summary: { lostParts } }) =>
    lostParts ? { parts: lostParts.join(', ') } : null,
  cancelled: ({ status, summary }) => {
    const cut = cutOff(summary)
    return status === 'cancelled' || cut > 0 ? { completed: summary.completed, cutOff: cut } : null
  },
  'stood-still': ({ summary: { certainty } }) => {
    const { ttftShare = 0, itlShare = 0, ...times } = certainty?.standstills ?? {}
    if (ttftShare + itlShare === 0) return null
    return {
      ...times,
      ...(ttftShare > 0 && { ttftShare }),
      ...(itlShare > 0 && { itlShare }),
    }
  },
  'not-steady': ({ loadState, summary: { certainty, steadyState } }) => {
    if (loadState !== 'not-steady') return null
    const { inFlightChange = 0, latencyChange = 0, paceChange } = certainty?.steadiness ?? {}
    const capacityChange = certainty?.pace?.loadToCapacity?.capacityChange
    const ofServer = {
      ...(paceChange !== undefined && { paceChange }),
      ...(capacityChange !== undefined && { capacityChange }),
    }
    if (inFlightChange !== 0 || latencyChange !== 0)
      return { inFlightChange, latencyChange, ...ofServer }
    if (capacityChange !== undefined) return ofServer
    if (steadyState === null) return { steadyShare: 0 }
    const { requestsStarted, requestsTotal } = steadyState.window
    return { steadyShare: requestsStarted / requestsTotal, requestsStarted }
  },
  'pace-unsure': ({ pace }) => pace.unsure,
  'read-at-once': ({ summary: { readAtOnce, completed } }) => {
    const share = (readAtOnce ?? 0) / completed
    return share > tolerableReadAtOnceShare
      ? { readAtOnce: readAtOnce ?? 0, completed, share }
      : null
  },
  'client-strained': ({ client }) =>
    client?.grade === 'strained' ? decidingEvidence(client) : null,
  'limit-missed': ({ config: { maxConcurrency: limit }, summary }) => {
    const unusedShare = summary.unusedPlacesShare ?? 0
    return limit !== null && unusedShare > tolerableUnusedShare ? { unusedShare, limit } : null
  },
  'late-reads': ({ config, summary }) => {
    const figure = mostShiftedFigure(config, summary)
    return figure === null || figure.share <= widestShift ? null : figure.evidence
  },
  imprecise: ({ summary, pace, loadState }) => {
    const figure = leastPreciseFigure(summary, pace.behind !== null)
    if (figure === null || figure.reachShare <= widestReach) return null
    const { evidence, needed } = figure
    // A longer run of a changing state has another value, not a more precise one.
    const isOneState = pace.behind === null && loadState !== 'not-steady'
    return isOneState && needed !== null ? { ...evidence, needed } : evidence
  },
  'too-few-samples': ({ config, summary: { completed } }) => {
    const demanding = demandingPercentile(config.metricPercentiles)
    if (demanding === null || completed >= demanding.fewestRequests) return null
    return { ...demanding, requests: completed }
  },
}

/** No count covers the tokens of some responses, or their count is below the number of events that carried them. */
function uncountedEvidence({ asAsked, completed }: JudgedSummary): Evidence | null {
  if (!asAsked || countsTokens({ asAsked, completed })) return null
  const { uncounted = 0, events = 0, tokens = 0 } = asAsked
  return uncounted > 0 ? { uncounted, completed, share: uncounted / completed } : { events, tokens }
}

/** Responses shorter than requested, or longer ones if those are more. */
function lengthEvidence(
  { asAsked, completed }: JudgedSummary,
  what: 'Outputs' | 'Prompts',
): Evidence | null {
  const [short, long] = [asAsked?.[`short${what}`], asAsked?.[`long${what}`]]
  const more = (short?.responses ?? 0) >= (long?.responses ?? 0) ? short : long
  if (more === undefined || more.responses / completed <= tolerableOtherShare) return null
  const { responses } = more
  const change = more.given / more.asked - 1
  return {
    ...{ responses, completed, share: responses / completed },
    [`${more === short ? 'short' : 'long'}erChange`]: change,
    ...{ request: more.example.request, asked: more.example.asked, given: more.example.given },
  }
}

/** Deciding criterion of the client, and its limit. */
function decidingEvidence({ decidedBy }: ClientVerdict): Evidence {
  const { criterion, value, limit, unit, isOfOne } = decidedBy
  return unit === 'ms'
    ? { [`${criterion}Ms`]: value, limitMs: limit, ...(isOfOne && { latest: 1 }) }
    : { [`${criterion}Share`]: value, limitShare: limit }
}

/** A lower load that overloaded this client in its calibration. */
function overloadEvidence({ client }: JudgedSummary): Evidence | null {
  const point = client?.overloadedAt
  if (point === undefined || point === null) return null
  return { overloadedAtStreams: point.streams, overloadedAtEventsPerS: point.eventsPerS }
}

/** Percentile that late reads of the client lengthened most beyond its own interval. Means are a criterion of the client. */
type PercentileShift = Readonly<{ share: number; evidence: Evidence }>

function mostShiftedFigure(
  { metricPercentiles }: JudgedConfig,
  summary: JudgedSummary,
): PercentileShift | null {
  const shifted = (['ttft', 'itl', 'e2el'] as const).flatMap((metric) =>
    metricPercentiles.flatMap((percentile) => {
      const value = figureOf(summary.metrics[metric], percentile) ?? 0
      const shiftMs = clientShiftMs(summary, { metric, percentile })
      const own = summary.certainty?.figures.find(
        (figure) => figure.metric === metric && figure.percentile === percentile,
      )?.intervalMs
      // A figure without an interval has too few samples, which is a reason of its own.
      if (value <= 0 || !own || shiftMs <= (own.high - own.low) / 2) return []
      const share = shiftMs / value
      return [{ share, evidence: { [`${metric}ReachShare`]: share, percentile } }]
    }),
  )
  return shifted.toSorted((a, b) => b.share - a.share)[0] ?? null
}

/**
 * The mean or median TTFT, TPOT or E2EL with the widest interval. Omits ITL: TPOT is its mean over a response, and its median
 * says little if several tokens share an event.
 */
type WidestInterval = Readonly<{
  /** Half of its 95 % interval as a share of its value. */
  reachShare: number
  evidence: Reason['evidence']
  /** Number of requests that would give an interval; null if it has one. */
  needed: number | null
}>

/** Null if no mean or median has an interval. Waits that grow have no mean to be precise about. */
function leastPreciseFigure(summary: JudgedSummary, waitsGrow: boolean): WidestInterval | null {
  const { certainty, metrics } = summary
  const known = (certainty?.figures ?? []).flatMap((figure) => {
    const { metric, percentile } = figure
    const interval = recordedInterval(summary, figure)
    const isAnswer = columnLatencies.some((name) => name === metric)
    const isGrowing = waitsGrow && includesWait(metric)
    // Reasoning length depends on the question, and retries depend on the server's limit.
    const isSteady = !isOccasional(metric)
    if (
      !isAnswer ||
      !isSteady ||
      isGrowing ||
      interval === null ||
      !(percentile === null || percentile === 50)
    )
      return []
    const value = figureOf(metrics[metric], percentile)
    if (value === null || value <= 0) return []
    const reachShare = (interval.high - interval.low) / 2 / value
    const statistic = percentile === null ? {} : { percentile }
    const needed = valuesNeeded(figure, { metrics })
    const evidence = { [`${metric}ReachShare`]: reachShare, ...statistic }
    return { reachShare, evidence, needed }
  })
  return known.toSorted((a, b) => b.reachShare - a.reachShare)[0] ?? null
}
