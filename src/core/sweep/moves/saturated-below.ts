// Whether a lighter load of the same cell has shown the server to be saturated already. Formulas: docs/measuring.md.
import { taskOf } from '../../model/benchmark/backend-traits.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import type { SweepPoint } from '../../model/sweep/sweep.ts'
import { configurationKey } from '../cells.ts'
import { pointConfig } from '../sweep-points.ts'
import type { SweepState } from './sweep-move.ts'

type Measured = Readonly<{ point: SweepPoint; config: BenchmarkConfig; summary: RunSummary }>

/** The point that shows it; null where none does. */
export function saturatedBelow(point: SweepPoint, state: SweepState): SweepPoint | null {
  const configuration = measuredOf(point, state)
  const lighter = configuration.filter((run) => isLighter(run.point, point))
  return lighter.find((run) => everyRunOf(run, configuration))?.point ?? null
}

/** Whether a point that was measured was too much for the server. */
export function isPointSaturated(point: SweepPoint, state: SweepState): boolean {
  const configuration = measuredOf(point, state)
  return configuration.some(
    (run) => run.point.index === point.index && isTooMuch(run, configuration),
  )
}

function measuredOf(point: SweepPoint, { sweep, summaries }: SweepState): Measured[] {
  return sweep.points
    .filter((other) => configurationKey(other) === configurationKey(point))
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
function everyRunOf({ point }: Measured, configuration: readonly Measured[]): boolean {
  return configuration
    .filter((run) => isSameLoad(run.point, point))
    .every((run) => isTooMuch(run, configuration))
}

function isTooMuch(run: Measured, configuration: readonly Measured[]): boolean {
  if (run.config.requestRate === 'inf') return hasLevelledOff(run, configuration)
  return judgeRun(run)?.isSaturated === true
}

/** This multiple of the requests in flight, and not even this much more throughput. */
const muchMoreInFlight = 1.5
const hardlyMoreThroughput = 1.03

function hasLevelledOff(run: Measured, configuration: readonly Measured[]): boolean {
  return configuration.some(
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
