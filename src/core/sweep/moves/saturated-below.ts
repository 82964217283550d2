// Whether a lighter load of the same cell has shown the server to be saturated already. Formulas: docs/measuring.md.
import { taskOf } from '../../model/benchmark/backend-traits.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import type { SweepPoint } from '../../model/sweep/sweep.ts'
import { armKey } from '../cells.ts'
import { pointConfig } from '../sweep-points.ts'
import type { SweepState } from './sweep-move.ts'

type Measured = Readonly<{ point: SweepPoint; config: BenchmarkConfig; summary: RunSummary }>

/** The point that shows it; null where none does. */
export function saturatedBelow(point: SweepPoint, state: SweepState): SweepPoint | null {
  const arm = measuredOf(point, state)
  const lighter = arm.filter((run) => isLighter(run.point, point))
  return lighter.find((run) => everyRunOf(run, arm))?.point ?? null
}

/** Whether a point that was measured was too much for the server. */
export function isPointSaturated(point: SweepPoint, state: SweepState): boolean {
  const arm = measuredOf(point, state)
  return arm.some((run) => run.point.index === point.index && isTooMuch(run, arm))
}

function measuredOf(point: SweepPoint, { sweep, summaries }: SweepState): Measured[] {
  return sweep.points
    .filter((other) => armKey(other) === armKey(point))
    .flatMap((other) => {
      const summary = summaries.get(other.index)
      if (summary === undefined || summary.completed === 0) return []
      return { point: other, config: pointConfig(sweep.plan, other), summary }
    })
}

/** More requests a second, or more in flight; the other as it is. */
function isLighter(one: SweepPoint, other: SweepPoint): boolean {
  const [rate, otherRate] = [rateOf(one), rateOf(other)]
  const [limit, otherLimit] = [limitOf(one), limitOf(other)]
  return (limit === otherLimit && rate < otherRate) || (rate === otherRate && limit < otherLimit)
}

/** One repeat may have been bad luck. */
function everyRunOf({ point }: Measured, arm: readonly Measured[]): boolean {
  return arm.filter((run) => isSameLoad(run.point, point)).every((run) => isTooMuch(run, arm))
}

function isTooMuch(run: Measured, arm: readonly Measured[]): boolean {
  if (run.config.requestRate === 'inf') return hasLevelledOff(run, arm)
  return judgeRun(run)?.isSaturated === true
}

/** So many times the requests in flight, and not even this much more throughput. */
const muchMoreInFlight = 1.5
const hardlyMoreThroughput = 1.03

function hasLevelledOff(run: Measured, arm: readonly Measured[]): boolean {
  return arm.some(
    (lighter) =>
      rateOf(lighter.point) === rateOf(run.point) &&
      limitOf(lighter.point) * muchMoreInFlight <= limitOf(run.point) &&
      throughputOf(lighter) * hardlyMoreThroughput >= throughputOf(run),
  )
}

function isSameLoad(one: SweepPoint, other: SweepPoint): boolean {
  return rateOf(one) === rateOf(other) && limitOf(one) === limitOf(other)
}

function throughputOf({ config, summary }: Measured): number {
  return summary[taskOf(config).throughputs[0]]
}

function rateOf({ requestRate }: SweepPoint): number {
  return requestRate === 'inf' ? Infinity : requestRate
}

function limitOf({ maxConcurrency }: SweepPoint): number {
  return maxConcurrency ?? Infinity
}
