// A sweep that searches for its loads: one search per server and choice of settings, each told what it has tried.
import type { FoundAnswer, SweepPlan, SweepPoint } from '../../model/sweep/sweep.ts'
import { armKey, type Cell } from '../cells.ts'
import { armsOf, type Arm } from '../arms.ts'
import { nextStep } from '../search/next-step.ts'
import type { Tried } from '../search/search-step.ts'
import { isExcluded, pointConfig } from '../sweep-points.ts'
import type { SweepState, SweepStrategy } from './sweep-move.ts'

export const searchMove: SweepStrategy = (state) => {
  const { plan, servers, points, answers } = state.sweep
  const waiting = points.find(({ status }) => status === 'waiting')
  if (waiting !== undefined) return { kind: 'measure', point: waiting, reason: null }
  const arm = armsOf(plan, servers.length).find(
    (each) => !isAnswered(each, answers) && isSearched(plan, each),
  )
  if (arm === undefined) return { kind: 'end' }
  const step = nextStep(plan, triedOf(arm, state))
  if (step.kind === 'done') return { kind: 'answer', found: { ...arm, answer: step.answer } }
  const { repeat, reason } = step
  const point = { ...cellAt(plan, arm, step.load), repeat, ...placeOf(arm, points) }
  return { kind: 'measure', point, reason }
}

function isAnswered(arm: Arm, answers: readonly FoundAnswer[]): boolean {
  return answers.some((answer) => armKey(answer) === armKey(arm))
}

/** An exclusion that names a load leaves out nothing, since nobody knows the loads. */
export function isSearched(plan: SweepPlan, arm: Arm): boolean {
  return !isExcluded(plan, cellAt(plan, arm, Number.NaN))
}

function cellAt({ search, config }: SweepPlan, arm: Arm, load: number): Cell {
  return search?.over === 'maxConcurrency'
    ? { ...arm, requestRate: 'inf', maxConcurrency: load }
    : { ...arm, requestRate: load, maxConcurrency: config.maxConcurrency }
}

/** Arms take the same prompts for their first load, for their second, and so on. */
function placeOf(
  arm: Arm,
  points: readonly SweepPoint[],
): Pick<SweepPoint, 'index' | 'seedOffset' | 'status' | 'runId'> {
  const seedOffset = points.filter((point) => armKey(point) === armKey(arm)).length
  return { index: points.length, seedOffset, status: 'waiting', runId: null }
}

function triedOf(arm: Arm, { sweep, summaries }: SweepState): Tried[] {
  const { plan, points } = sweep
  return points
    .filter((point) => armKey(point) === armKey(arm))
    .map((point) => ({
      load: loadOf(point),
      repeat: point.repeat,
      config: pointConfig(plan, point),
      summary: summaries.get(point.index) ?? null,
    }))
}

/** Of the two, the one that was searched for is a number. */
function loadOf({ requestRate, maxConcurrency }: SweepPoint): number {
  return requestRate === 'inf' ? (maxConcurrency ?? Number.NaN) : requestRate
}
