// What a sweep would amount to: its runs, how long it takes with all that is around them, and what that costs.
import type { SweepPreview } from '#contract/sweep-api.ts'
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import { estimateBenchmark } from '../benchmark-estimate.ts'
import type { ExperimentTools } from '../benchmarks.ts'
import { foreseenShortage } from '../foreseen-shortage.ts'
import { benchmarksOf, sweepProblems, type ComposedSweep } from './sweep-problems.ts'
import { serverStartsOf } from './server-starts.ts'

type Asked = Readonly<{ serverIds: readonly string[]; plan: SweepPlan }>

export function previewSweep({ plan, serverIds }: Asked, tools: ExperimentTools): SweepPreview {
  const servers = serverIds.map((id) => tools.servers.server(id))
  const composed = { plan, servers }
  const problems = sweepProblems(composed, tools.servers.hosts)
  const measured = problems.length > 0 ? nothing : measuring(composed)
  const coolingDownS = Math.max(0, measured.points - 1) * plan.coolDownS
  const starts = serverStartsOf(composed, tools)
  const estimatedDurationS = total([
    measured.measuringS,
    measured.warmingUpS,
    coolingDownS,
    starts.startingServersS,
  ])
  const cost = costOf(plan, estimatedDurationS)
  return { problems, ...measured, ...starts, coolingDownS, estimatedDurationS, cost }
}

type Measuring = Pick<
  SweepPreview,
  'points' | 'requests' | 'shortage' | 'measuringS' | 'warmingUpS'
>

const nothing: Measuring = {
  points: 0,
  requests: null,
  shortage: null,
  measuringS: null,
  warmingUpS: 0,
}

function measuring(composed: ComposedSweep): Measuring {
  const { search } = composed.plan
  const configs = benchmarksOf(composed)
  const estimates = configs.map((config) => ({
    config,
    ...estimateBenchmark({ ...config, warmUpSeconds: 0 }),
  }))
  // No run of a search lasts longer than the lightest, which needs its requests too.
  const runs = search === null ? 1 : search.mostRuns
  const measuringS = total(estimates.map(({ durationS }) => durationS))
  return {
    points: estimates.length * runs,
    requests: search === null ? total(estimates.map(({ requests }) => requests)) : null,
    shortage: search === null ? foreseenShortage(estimates) : null,
    measuringS: measuringS === null ? null : measuringS * runs,
    warmingUpS: runs * configs.reduce((sum, { warmUpSeconds }) => sum + warmUpSeconds, 0),
  }
}

function costOf({ price }: SweepPlan, durationS: number | null): SweepPreview['cost'] {
  if (price === null || durationS === null) return null
  return { amount: (price.perHour * durationS) / 3600, currency: price.currency }
}

/** Null where a part of it is not known. */
function total(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}
