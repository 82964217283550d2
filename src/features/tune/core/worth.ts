// Log of a tuning's objective: the capacity itself, or the output at that capacity per GPU, price or energy.
import { throughputFigure } from '#core/judgement/known-figures.ts'
import { mean } from '#core/base/spread.ts'
import type { SweepPlan, Tune } from '#core/model/sweep.ts'
import type { MeasuredTry } from '#core/sweep/search/search-step.ts'
import { gpusOf } from './cost.ts'

type Plan = Pick<SweepPlan, 'axes'>

/** Runs within this share of the capacity represent the server there. */
const nearby = 0.35

/**
 * Natural logarithm of the objective from one run at its capacity; null if it lacks a metric. Output tokens per second
 * and GPU, or per joule.
 */
export function runWorth(
  plan: Plan,
  tune: Tune,
  { choice, run, log }: Readonly<{ choice: readonly number[]; run: MeasuredTry; log: number }>,
): number | null {
  const outputThroughput = throughputFigure(run.summary, 'outputThroughput')?.value ?? 0
  if (tune.objective === 'capacity') return log
  if (tune.objective === 'energy') {
    const joules = energyPerOutputTokenJ(run.summary)
    return joules === null ? null : -Math.log(joules)
  }
  if (outputThroughput === 0) return null
  return log + Math.log(outputThroughput / run.load / gpusOf(plan, tune, choice))
}

/** Null if no GPU of the server reported its power, and without the feature that computes it. */
export function energyPerOutputTokenJ({ telemetry }: MeasuredTry['summary']): number | null {
  const { energyPerOutputTokenJ: joules }: Readonly<Record<string, unknown>> = telemetry?.gpu ?? {}
  return typeof joules === 'number' ? joules : null
}

/** Added to the logarithm of a capacity; null if no run shows it. */
export function worthOffset(
  plan: Plan,
  tune: Tune,
  {
    choice,
    runs,
    log,
  }: Readonly<{ choice: readonly number[]; runs: readonly MeasuredTry[]; log: number }>,
): number | null {
  if (tune.objective === 'capacity') return 0
  const distance = ({ load }: MeasuredTry) => Math.abs(Math.log(load) - log)
  const closest = Math.min(...runs.map(distance))
  const near = runs.filter((run) => distance(run) <= Math.max(nearby, closest))
  const worths = near.flatMap((run) => runWorth(plan, tune, { choice, run, log }) ?? [])
  return worths.length === 0 ? null : mean(worths) - log
}
