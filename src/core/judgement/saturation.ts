// Whether a run asked for more than the server could do: responses did not keep the pace of the requests. Formulas:
// docs/measuring.md.
import { figureOf } from '#core/stats/figure-of.ts'
import { genuineFailures } from '#core/stats/genuine-failures.ts'
import { backlogOf, tolerableBacklogShare } from './backlog.ts'
import type { Reason } from './judgement.ts'
import type { JudgedConfig, JudgedSummary } from './judged-run.ts'

type Evidence = Reason['evidence']

/** Chance moves a figure this many standard errors in one of 40 runs. */
const sureErrors = 2
/** Growth of requests in flight and of their latency, both, before they count as piling up. */
const leastGrowth = 0.2

/** Null where the server kept the pace, or no steady pace was asked for: a closed loop sets its own. */
export function saturationOf(config: JudgedConfig, summary: JudgedSummary): Evidence | null {
  if (config.requestRate === 'inf' || config.rampUpStrategy !== null) return null
  const backlog = backlogOf(config, summary)
  if (backlog === null) return slowDrain(config.requestRate, summary)
  const { askedPerS, answeredPerS, share, error } = backlog
  const isBehind = share - sureErrors * error > tolerableBacklogShare
  const growth = growthOf(summary)
  if (!isBehind && growth === null) return null
  return { askedPerS, answeredPerS, ...growth, ...littlesLaw(summary) }
}

/** For runs that do not record when responses ended: the whole run against its schedule and one response more. */
function slowDrain(requestRate: number, summary: JudgedSummary): Evidence | null {
  const { completed, durationS } = summary
  const requests = completed + (genuineFailures(summary) ?? 0)
  const scheduledS = requests / requestRate
  const isBehind = durationS > scheduledS * (1 + 2 * tolerableBacklogShare) + generationS(summary)
  return isBehind ? { askedPerS: requestRate, answeredPerS: completed / durationS } : null
}

/** How long the longest response takes once it has begun, as far as the percentiles of the run show. */
function generationS({ metrics: { e2el, ttft } }: JudgedSummary): number {
  if (e2el.max !== null && ttft.max !== null) return (e2el.max - ttft.max) / 1000
  return (figureOf(e2el, 99) ?? e2el.median) / 1000
}

/** Both grow where requests pile up, however slowly; null where they do not. */
function growthOf({ certainty }: JudgedSummary): Evidence | null {
  if (certainty?.steadiness?.state !== 'drifting') return null
  const { inFlightChange, latencyChange } = certainty.steadiness
  return Math.min(inFlightChange, latencyChange) < leastGrowth
    ? null
    : { inFlightChange, latencyChange }
}

function littlesLaw({ certainty }: JudgedSummary): Evidence {
  const ratio = certainty?.littlesLawRatio ?? null
  return ratio === null ? {} : { littlesLawRatio: ratio }
}
