// Judges one run from its own figures. Every surface reads this judgement; none has its own rule. Limits:
// docs/measuring/verdicts.md, "Whether to trust a run".
import { isKnown } from '#core/model/run/import-source.ts'
import type { Steadiness } from '#core/model/run/certainty.ts'
import { isSelfTimed } from '#core/traits/dataset-traits.ts'
import { hasSteadyLoad, isSpreadOverTime } from '#core/traits/load-traits.ts'
import { clientVerdict, type ClientVerdict } from './client-verdict.ts'
import {
  type ClientState,
  gradeOf,
  type Judgement,
  type LoadState,
  type Reason,
  type ReasonCode,
  reasonCodes,
} from '#core/model/run/judgement.ts'
import type { JudgedConfig, JudgedRun, JudgedSummary } from './judged-run.ts'
import { paceOf } from './saturation.ts'
import { runReasons } from './run-reasons.ts'

/** Null before anything is measured, and for an imported run that does not state its load. */
export function judgeRun(run: JudgedRun): Judgement | null {
  const { config, summary, imported = null, status = 'completed' } = run
  if (summary === null || !isKnown({ imported }, 'requestRate')) return null
  const client = clientVerdict({ summary, config })
  const pace = paceOf({ config, summary, imported: imported !== null })
  const subject = { config, summary, status, client, pace, loadState: loadStateOf(config, summary) }
  const codes = summary.completed === 0 ? unansweredCodes : reasonCodes
  const reasons = codes.flatMap((code): Reason[] => {
    const evidence = runReasons[code](subject)
    return evidence === null ? [] : [{ code, evidence }]
  })
  const found = reasons.map(({ code }) => code)
  return {
    grade: gradeOf(found),
    reasons: withoutConsequences(reasons),
    pace: pace.state,
    isSaturated: pace.state === 'behind',
    isHeldBack: pace.state === 'held-back',
    loadState: found.some((code) => unsteadyCodes.includes(code))
      ? 'not-steady'
      : subject.loadState,
    clientState: clientStateOf(client, found),
  }
}

/** Reasons that name a server, or a load, that did not stay the same. */
const unsteadyCodes: readonly ReasonCode[] = ['not-steady', 'stood-still']

/** Reasons that follow from another reason, which includes their figures. */
const consequences: Partial<Record<ReasonCode, readonly ReasonCode[]>> = {
  saturated: ['rejected', 'not-steady'],
  'client-limited': ['late-reads'],
}

/** Shows each cause once. */
function withoutConsequences(reasons: readonly Reason[]): Reason[] {
  const following = reasons.flatMap(({ code }) => consequences[code] ?? [])
  return reasons
    .filter(({ code }) => !following.includes(code))
    .map(({ code, evidence }) => {
      const own = reasons.filter((reason) => consequences[code]?.includes(reason.code))
      const figures = [...own.map((one) => one.evidence), evidence].flatMap((one) =>
        Object.entries(one),
      )
      return { code, evidence: Object.fromEntries(figures) }
    })
}

/** Reasons that apply to a run without a response. */
const unansweredCodes = ['nothing-measured', 'cancelled'] as const satisfies readonly ReasonCode[]

function clientStateOf(client: ClientVerdict | null, found: readonly ReasonCode[]): ClientState {
  if (found.includes('client-limited')) return 'limited'
  if (client === null) return 'not-monitored'
  return found.includes('client-strained') ? 'strained' : 'kept-up'
}

const unsteadyStates: ReadonlySet<Steadiness['state']> = new Set(['ramp', 'drain', 'drifting'])
/** Minimum share of requests that start in the steady state, if it is to describe the run. */
const leastSteadyShare = 0.5
/** A run with fewer is too short to judge; `too-few-samples` reports that. */
const fewestForSteady = 50

function loadStateOf(config: JudgedConfig, summary: JudgedSummary): LoadState {
  if (!isSpreadOverTime(config) && config.maxConcurrency === null) return 'burst'
  if (!hasSteadyLoad(config) || isSelfTimed(config)) return 'changing'
  const { certainty, steadyState } = summary
  if (config.steadyState === false || certainty === null) return 'not-known'
  const { steadiness } = certainty
  if (steadiness !== null && unsteadyStates.has(steadiness.state)) return 'not-steady'
  if (certainty.pace?.loadToCapacity?.capacityChange !== undefined) return 'not-steady'
  if (steadyState === null) return steadiness === null ? 'not-steady' : 'not-known'
  const { requestsStarted, requestsTotal } = steadyState.window
  if (requestsTotal < fewestForSteady) return 'not-known'
  if (requestsStarted / requestsTotal < leastSteadyShare) return 'not-steady'
  return steadiness?.state === 'steady' ? 'steady' : 'not-known'
}
