// Cost of a tuning so far and of its next steps: server starts and runs, in seconds and GPU seconds.
import type { SweepPlan, Tune, TuneBudget } from '#core/model/sweep.ts'
import { mean, sum } from '#core/base/spread.ts'
import { workerCount } from '#core/vllm/launch/launch-plan.ts'
import type { Candidate, TuneState } from './candidates.ts'
import { serverFlags } from './pool.ts'

export type Cost = Readonly<{ seconds: number; gpuSeconds: number; runs: number }>

export function costOf(
  { plan, tune }: Readonly<{ plan: SweepPlan; tune: Tune }>,
  candidates: readonly Candidate[],
): Cost {
  const costs = candidates.map(({ choice, starts, tried, answers }) => {
    const runs = tried.flatMap(({ summary }) => summary?.durationS ?? [])
    const around = runs.length * (plan.warmUpS + plan.coolDownS)
    const seconds = sum(starts) + sum(runs) + around + (answers?.seconds ?? 0)
    return { seconds, gpuSeconds: seconds * gpusOf(plan, tune, choice), runs: runs.length }
  })
  return {
    seconds: sum(costs.map(({ seconds }) => seconds)),
    gpuSeconds: sum(costs.map(({ gpuSeconds }) => gpuSeconds)),
    runs: sum(costs.map(({ runs }) => runs)),
  }
}

export function gpusOf(
  plan: Pick<SweepPlan, 'axes'>,
  tune: Tune,
  choice: readonly number[],
): number {
  const flags = serverFlags(plan, tune, choice)
  const isSaid = ['tensor', 'pipeline', 'data'].some((kind) => `${kind}-parallel-size` in flags)
  return isSaid ? workerCount({ config: { model: '', flags, rawArguments: [] } }) : tune.gpus
}

/** Mean cost of a start and of a run so far. */
export type Typical = Readonly<{ startS: number; runS: number }>

/** Planned run length of a search, for runs not measured yet. */
const assumedRunS = 20

export function typicalOf(state: TuneState, candidates: readonly Candidate[]): Typical {
  const starts = candidates.flatMap((candidate) => candidate.starts)
  const runs = [...state.summaries.values()].map(({ durationS }) => durationS)
  const { warmUpS, coolDownS } = state.sweep.plan
  return {
    startS: starts.length === 0 ? 0 : mean(starts),
    runS: (runs.length === 0 ? assumedRunS : mean(runs)) + warmUpS + coolDownS,
  }
}

type PlannedCost = Readonly<{ starts: number; runs: number; gpus: number }> & Typical

/** How often the whole budget affords these; 0 if they use nothing that it limits. */
export function mostAffordable(
  { minutes, gpuMinutes, runs }: TuneBudget,
  wanted: PlannedCost,
): number {
  const seconds = wanted.starts * wanted.startS + wanted.runs * wanted.runS
  const most = Math.min(
    minutes === null ? Infinity : (minutes * 60) / seconds,
    gpuMinutes === null ? Infinity : (gpuMinutes * 60) / (seconds * wanted.gpus),
    runs === null ? Infinity : runs / wanted.runs,
  )
  return Number.isFinite(most) ? Math.floor(most) : 0
}

/** Whether the remaining budget affords these on this number of GPUs. */
export function isAffordable(budget: TuneBudget, spent: Cost, wanted: PlannedCost): boolean {
  const seconds = wanted.starts * wanted.startS + wanted.runs * wanted.runS
  return (
    (budget.minutes === null || spent.seconds + seconds <= budget.minutes * 60) &&
    (budget.gpuMinutes === null ||
      spent.gpuSeconds + seconds * wanted.gpus <= budget.gpuMinutes * 60) &&
    (budget.runs === null || spent.runs + wanted.runs <= budget.runs)
  )
}
