// The arms of a sweep against one of them, load by load, the repeats of each taken together.
import type { Run } from '../model/run/run.ts'
import type { Sweep, SweepPoint } from '../model/sweep/sweep.ts'
import { armKey } from './cells.ts'
import { comparedSide } from '../stats/compare/compared-side.ts'
import { comparisonOf, type Comparison } from '../stats/compare/comparison.ts'
import { loadDifferences } from '../stats/compare/load-differences.ts'
import { compareArms, type ArmFigure, type ArmRun } from './compare-arms.ts'
import type { Arm } from './arms.ts'
import { grouped } from './grouped.ts'

export type ComparedLoad = Pick<SweepPoint, 'requestRate' | 'maxConcurrency'> &
  Readonly<{ comparison: Comparison<ArmFigure> }>

export type ComparedArm = Readonly<{ arm: Arm; loads: readonly ComparedLoad[] }>

type Measured = Readonly<{ points: Sweep['points']; runs: ReadonlyMap<string, Run> }>

/** The other arms as they stand in the sweep; of each the loads at which both were measured. */
export function compareToArm({ points, runs }: Measured, base: Arm): ComparedArm[] {
  const arms = grouped(points, armKey)
  const basePoints = arms.get(armKey(base)) ?? []
  return [...arms.values()].flatMap((others) => {
    const arm = others[0]
    if (arm === undefined || armKey(arm) === armKey(base)) return []
    const othersByLoad = grouped(others, loadKey)
    const loads = [...grouped(basePoints, loadKey)].flatMap(([key, ones]) =>
      comparedLoad(armRuns(ones, runs), armRuns(othersByLoad.get(key) ?? [], runs), ones),
    )
    return { arm: { server: arm.server, settings: arm.settings }, loads }
  })
}

function comparedLoad(
  ones: readonly ArmRun[],
  others: readonly ArmRun[],
  [point]: readonly SweepPoint[],
): ComparedLoad[] {
  const [one, other] = [ones[0], others[0]]
  if (point === undefined || one === undefined || other === undefined) return []
  const { requestRate, maxConcurrency } = point
  const comparison = comparisonOf(compareArms(ones, others), {
    base: comparedSide(ones),
    other: comparedSide(others),
    differences: loadDifferences(one, other),
    runs: [one, other],
  })
  return [{ requestRate, maxConcurrency, comparison }]
}

/** Points that share a seed share their prompts. */
function armRuns(points: readonly SweepPoint[], runs: Measured['runs']): ArmRun[] {
  return points.flatMap(({ runId, seedOffset, status }) => {
    const run = runs.get(runId ?? '')
    if (status !== 'completed' || !run?.summary) return []
    return { key: String(seedOffset), config: run.config, summary: run.summary }
  })
}

function loadKey({ requestRate, maxConcurrency }: SweepPoint): string {
  return `${requestRate}/${maxConcurrency}`
}
