// What a sweep would amount to: its runs, how long it takes with all that is around them, and what that costs.
import type { SweepPreview } from '#contract/sweep-api.ts'
import type { Problem } from '#contract/views.ts'
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { pointConfig, sweepPoints } from '#core/sweep/sweep-points.ts'
import { estimateBenchmark } from '../benchmark-estimate.ts'
import { configProblems } from '../config-problems.ts'

type Composed = Readonly<{ serverIds: readonly string[]; plan: SweepPlan }>

export function previewSweep({ plan, serverIds }: Composed): SweepPreview {
  const configs = sweepPoints(plan, Math.max(1, serverIds.length)).map((point) =>
    pointConfig(plan, point),
  )
  const estimates = configs.map(estimateBenchmark)
  const measuringS = total(estimates.map(({ durationS }) => durationS))
  const warmingUpS = configs.length * plan.warmUpS
  const coolingDownS = Math.max(0, configs.length - 1) * plan.coolDownS
  const estimatedDurationS = total([measuringS, warmingUpS, coolingDownS])
  return {
    problems: firstProblems(configs),
    points: configs.length,
    requests: total(estimates.map(({ requests }) => requests)),
    ...{ estimatedDurationS, measuringS, warmingUpS, coolingDownS },
    serverStarts: 0,
    startingServersS: 0,
    cost: costOf(plan, estimatedDurationS),
  }
}

function costOf({ price }: SweepPlan, durationS: number | null): SweepPreview['cost'] {
  if (price === null || durationS === null) return null
  return { amount: (price.perHour * durationS) / 3600, currency: price.currency }
}

/** Points differ in little; a problem of one is mostly a problem of all and said once. */
function firstProblems(configs: readonly BenchmarkConfig[]): Problem[] {
  const problems = configs.flatMap(configProblems)
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]
}

/** Null where a part of it is not known. */
function total(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}
