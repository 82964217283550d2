// What a run is worth as evidence: every doubt that can be seen in its numbers, with the figures that speak for it.
// docs/measuring.md has the limits.
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import type { Calibration } from '#core/model/calibration.ts'
import type { Steadiness } from '#core/model/certainty.ts'
import { isSelfTimed } from '#core/model/dataset-traits.ts'
import { hasSteadyLoad } from '#core/model/load-traits.ts'
import type { RunSummary } from '#core/model/run-summary.ts'
import type { Run } from '#core/model/run.ts'
import { doubtCodes, type Doubt, type DoubtCode, type Verdict } from '#core/model/verdict.ts'
import { warmCacheHitRate } from '#core/stats/warm-cache.ts'
import { overloadedBelow } from '../calibration/calibrated-for.ts'
import { clientVerdict } from '../client-verdict.ts'
import { cutOff, genuineFailures } from '../genuine-failures.ts'
import { backlogOf, tolerableBacklogShare } from './backlog.ts'
import { demandingPercentile } from './demanding-percentile.ts'

export type VerdictSubject = Readonly<{
  config: BenchmarkConfig
  summary: RunSummary
  /** A run that failed on the way has measured less than it was to. */
  status?: Run['status']
  /** Of the client on this machine. */
  calibrations?: readonly Calibration[]
}>

export function verdictOf(run: VerdictSubject): Verdict {
  const codes = run.summary.completed === 0 ? unansweredCodes : doubtCodes
  const doubts = codes.flatMap((code) => {
    const evidence = witnesses[code](run)
    return evidence === null ? [] : { code, evidence }
  })
  return verdictOn(doubts)
}

function verdictOn(doubts: Doubt[]): Verdict {
  return { code: doubts[0]?.code ?? 'valid', doubts }
}

type Evidence = Doubt['evidence']
/** Null where nothing speaks for the doubt. */
type Witness = (run: VerdictSubject) => Evidence | null

/** All that can be said of a run without an answer. */
const unansweredCodes = ['nothing-measured', 'cancelled'] as const satisfies readonly DoubtCode[]

/** One failure in a hundred requests leaves the others as they are. */
const tolerableFailedShare = 0.01
/** Chance moves a figure this far in one of 40 runs. */
const sureErrors = 2
/** Of all requests, at least so many have to have begun in the steady state for the run to stand for it. */
const leastSteadyShare = 0.5
/** A run with fewer is too short for anything, which is said elsewhere. */
const fewestForSteady = 50

const unsteadyStates: ReadonlySet<Steadiness['state']> = new Set(['ramp', 'drain', 'drifting'])
/** Of requests in flight and their latency, each, before they are said to pile up. */
const leastGrowth = 0.2

const witnesses: Readonly<Record<DoubtCode, Witness>> = {
  'nothing-measured': ({ summary }) =>
    summary.completed === 0 ? { completed: 0, failed: genuineFailures(summary) ?? 0 } : null,
  errors: ({ status, summary }) => {
    const failed = genuineFailures(summary) ?? 0
    const share = failed / (summary.completed + failed)
    const isBroken = status === 'failed' || share > tolerableFailedShare
    return isBroken ? { failed, share } : null
  },
  'client-limited': (run) => ownAccount(run) ?? calibration(run),
  saturated: ({ config, summary }) => {
    const backlog = backlogOf(config, summary)
    if (backlog === null) return null
    const { askedPerS, answeredPerS, share, error } = backlog
    const isBehind = share - sureErrors * error > tolerableBacklogShare
    const growth = growthOf(summary)
    if (!isBehind && growth === null) return null
    return { askedPerS, answeredPerS, ...growth, ...law(summary) }
  },
  cancelled: ({ status, summary }) => {
    const cut = cutOff(summary)
    if (status !== 'cancelled' && cut === 0) return null
    return { completed: summary.completed, cutOff: cut }
  },
  'not-steady': ({ config, summary: { certainty, steadyState } }) => {
    if (!aimsAtOneLevel(config) || certainty === null) return null
    const { steadiness } = certainty
    if (steadiness !== null && unsteadyStates.has(steadiness.state)) {
      const { inFlightChange, latencyChange } = steadiness
      return { inFlightChange, latencyChange }
    }
    if (steadyState === null) return steadiness === null ? { steadyShare: 0 } : null
    const { requestsStarted, requestsTotal } = steadyState.window
    const steadyShare = requestsStarted / requestsTotal
    if (requestsTotal < fewestForSteady) return null
    return steadyShare < leastSteadyShare ? { steadyShare, requestsStarted } : null
  },
  'cache-polluted': ({ config, summary }) => {
    const hitShare = warmCacheHitRate(config, summary)
    return hitShare === null ? null : { hitShare }
  },
  'too-few-samples': ({ config, summary: { completed } }) => {
    const demanding = demandingPercentile(config.metricPercentiles)
    if (demanding === null || completed >= demanding.fewestRequests) return null
    return { ...demanding, requests: completed }
  },
}

/** Recorded times rise and fall as they did. */
function aimsAtOneLevel(config: BenchmarkConfig): boolean {
  return hasSteadyLoad(config) && !isSelfTimed(config) && config.steadyState !== false
}

/** What the client saw of itself. */
function ownAccount(run: VerdictSubject): Evidence | null {
  const verdict = clientVerdict(run)
  if (verdict?.grade !== 'invalid') return null
  const { criterion, value, limit, unit } = verdict.decidedBy
  return unit === 'ms'
    ? { [`${criterion}Ms`]: value, limitMs: limit }
    : { [`${criterion}Share`]: value, limitShare: limit }
}

/** What it was found to be capable of on this machine. */
function calibration({ summary, calibrations = [] }: VerdictSubject): Evidence | null {
  const point = overloadedBelow(summary, calibrations)
  if (point === null) return null
  return { overloadedAtStreams: point.streams, overloadedAtEventsPerS: point.eventsPerS }
}

/** Both grow where requests pile up, however slowly; null where they do not. */
function growthOf({ certainty }: RunSummary): Evidence | null {
  if (certainty?.steadiness?.state !== 'drifting') return null
  const { inFlightChange, latencyChange } = certainty.steadiness
  return Math.min(inFlightChange, latencyChange) < leastGrowth
    ? null
    : { inFlightChange, latencyChange }
}

function law({ certainty }: RunSummary): Evidence {
  const ratio = certainty?.littlesLawRatio ?? null
  return ratio === null ? {} : { littlesLawRatio: ratio }
}
