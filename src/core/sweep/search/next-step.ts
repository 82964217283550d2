// Next load of a searching sweep, or its result. Uses only measured loads, so that an interrupted sweep resumes in the same way.
import type { SearchEnding, SweepSearch } from '#core/model/sweep-search.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { isClientLimited } from '#core/judgement/judge-point.ts'
import { capacityAnswer } from './capacity-answer.ts'
import { capacityStep } from './capacity-step.ts'
import { curveAnswer } from './curve-answer.ts'
import { curveStep } from './curve-step.ts'
import { isDecidedByClient } from './findings.ts'
import {
  isMeasured,
  measure,
  type MeasuredTry,
  type SearchStep,
  type SearchTry,
} from './search-step.ts'
import { fitLoads } from './load-fit.ts'

/** A load at which our own client was the bottleneck this often is beyond it. */
const clientLimitedRuns = 2

/** `tried` is in run order. The plan has a search. */
export function nextStep(plan: SweepPlan, tried: readonly SearchTry[]): SearchStep {
  const { search } = plan
  if (search === null) throw new TypeError('A plan without a search has no next step.')
  const measured = tried.filter(isMeasured)
  const precision = search.kind === 'capacity' ? search.precision : 0
  const believed = measured.filter(
    (run) => !isClientLimited(run) && !isDecidedByClient(plan.limits, run, precision),
  )
  if (measured.length < tried.length) return stopped({ plan, search, tried, believed }, 'ended')
  const unsure = measured.filter((run) => !believed.some(({ load }) => load === run.load))
  if (unsure.length >= clientLimitedRuns || (unsure.length > 0 && isSpent(search, tried)))
    return stopped({ plan, search, tried, believed }, 'client-limited')
  if (unsure[0] !== undefined) return measure(tried, unsure[0].load, 'repeating')
  return search.kind === 'capacity'
    ? capacityStep(plan, search, { tried, believed })
    : curveStep(search, { tried, believed })
}

type SearchProgress = Readonly<{
  plan: SweepPlan
  search: SweepSearch
  tried: readonly SearchTry[]
  believed: readonly MeasuredTry[]
}>

/** Ends the search with its partial answer. */
function stopped(
  { plan, search, tried, believed }: SearchProgress,
  ending: SearchEnding,
): SearchStep {
  const answer =
    search.kind === 'capacity'
      ? capacityAnswer({
          runs: tried.length,
          ending,
          limits: plan.limits,
          search,
          fit: fitLoads(plan.limits, believed),
          believed,
        })
      : curveAnswer({ tried, believed, ending })
  return { kind: 'done', answer }
}

function isSpent({ mostRuns }: SweepSearch, tried: readonly SearchTry[]): boolean {
  return tried.length >= mostRuns
}
