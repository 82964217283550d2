// A sweep that searches for its loads: one search per server and choice of settings, each given its results so far.
import type { FoundAnswer, SweepPlan, SweepPoint } from '../../model/sweep/sweep.ts'
import { configurationKey, type Cell } from '../cells.ts'
import { configurationsOf, type Configuration } from '../configurations.ts'
import { nextStep } from '../search/next-step.ts'
import type { Tried } from '../search/search-step.ts'
import { isExcluded, pointConfig } from '../sweep-points.ts'
import type { SweepState, SweepStrategy } from './sweep-move.ts'

export const searchMove: SweepStrategy = (state) => {
  const { plan, servers, points, answers } = state.sweep
  const waiting = points.find(({ status }) => status === 'waiting')
  if (waiting !== undefined) return { kind: 'measure', point: waiting, reason: null }
  const configuration = configurationsOf(plan, servers.length).find(
    (each) => !isAnswered(each, answers) && isSearched(plan, each),
  )
  if (configuration === undefined) return { kind: 'end' }
  const step = nextStep(plan, triedOf(configuration, state))
  if (step.kind === 'done')
    return { kind: 'answer', found: { ...configuration, answer: step.answer } }
  const { repeat, reason } = step
  const point = {
    ...cellAt(plan, configuration, step.load),
    repeat,
    ...placeOf(configuration, points),
  }
  return { kind: 'measure', point, reason }
}

function isAnswered(configuration: Configuration, answers: readonly FoundAnswer[]): boolean {
  return answers.some((answer) => configurationKey(answer) === configurationKey(configuration))
}

/** An exclusion that names a load leaves out nothing, because the loads are not known in advance. */
export function isSearched(plan: SweepPlan, configuration: Configuration): boolean {
  return !isExcluded(plan, cellAt(plan, configuration, Number.NaN))
}

function cellAt({ search, config }: SweepPlan, configuration: Configuration, load: number): Cell {
  return search?.over === 'maxConcurrency'
    ? { ...configuration, requestRate: 'inf', maxConcurrency: load }
    : { ...configuration, requestRate: load, maxConcurrency: config.maxConcurrency }
}

/** Configurations take the same prompts for their first load, for their second, and so on. */
function placeOf(
  configuration: Configuration,
  points: readonly SweepPoint[],
): Pick<SweepPoint, 'index' | 'seedOffset' | 'status' | 'runId'> {
  const seedOffset = points.filter(
    (point) => configurationKey(point) === configurationKey(configuration),
  ).length
  return { index: points.length, seedOffset, status: 'waiting', runId: null }
}

function triedOf(configuration: Configuration, { sweep, summaries }: SweepState): Tried[] {
  const { plan, points } = sweep
  return points
    .filter((point) => configurationKey(point) === configurationKey(configuration))
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
