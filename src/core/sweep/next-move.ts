// Next move of a sweep; the strategy depends on its plan.
import { rateOf } from './light-pace.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { mainThroughput } from '#core/judgement/known-figures.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { SweepPlan, SweepPoint } from '#core/model/sweep.ts'
import { type Configuration, configurationKey, configurationsOf } from './configurations.ts'
import * as features from './features.ts'
import { nextStep } from './search/next-step.ts'
import type { SearchTry } from './search/search-step.ts'
import {
  cellAt,
  isAnswered,
  placeOf,
  searchedLoad,
  type SweepMove,
  type SweepState,
  type SweepStrategy,
  type Tunings,
} from './sweep-move.ts'
import { isExcluded, pointConfig } from './sweep-points.ts'

/** Undefined without the feature; tunings then remain unchanged. */
export const [tunings] = Object.values<Tunings>(features)

type PointResult = Readonly<{ point: SweepPoint; config: BenchmarkConfig; summary: RunSummary }>

/** Lower point of the same cell that shows saturation; null if none does. Formulas: docs/measuring/searches.md. */
function saturatedBelow(point: SweepPoint, state: SweepState): SweepPoint | null {
  const configuration = measuredOf(point, state)
  const lighter = configuration.filter((run) => isLighter(run.point, point))
  return lighter.find((run) => everyRunOf(run, configuration))?.point ?? null
}

/** Whether a measured point saturated the server. */
export function isPointSaturated(point: SweepPoint, state: SweepState): boolean {
  const configuration = measuredOf(point, state)
  return configuration.some(
    (run) => run.point.index === point.index && isTooMuch(run, configuration),
  )
}

function measuredOf(point: SweepPoint, { sweep, summaries }: SweepState): PointResult[] {
  return sweep.points
    .filter((other) => configurationKey(other) === configurationKey(point))
    .flatMap((other) => {
      const summary = summaries.get(other.index)
      if (summary === undefined || summary.completed === 0) return []
      return { point: other, config: pointConfig(sweep.plan, other), summary }
    })
}

/** Fewer requests per second or in flight, with the other load equal. */
function isLighter(one: SweepPoint, other: SweepPoint): boolean {
  const [rate, otherRate] = [rateOf(one), rateOf(other)]
  const [limit, otherLimit] = [limitOf(one), limitOf(other)]
  return (limit === otherLimit && rate < otherRate) || (rate === otherRate && limit < otherLimit)
}

/** Requires every repeat, because a single one may be an outlier. */
function everyRunOf({ point }: PointResult, configuration: readonly PointResult[]): boolean {
  return configuration
    .filter((run) => rateOf(run.point) === rateOf(point) && limitOf(run.point) === limitOf(point))
    .every((run) => isTooMuch(run, configuration))
}

function isTooMuch(run: PointResult, configuration: readonly PointResult[]): boolean {
  if (run.config.requestRate === 'inf') return hasLevelledOff(run, configuration)
  return judgeRun(run)?.isSaturated === true
}

/** If requests in flight rise by one factor and throughput by no more than the other, the server is saturated. */
const muchMoreInFlight = 1.5
const hardlyMoreThroughput = 1.03

function hasLevelledOff(run: PointResult, configuration: readonly PointResult[]): boolean {
  return configuration.some(
    (lighter) =>
      rateOf(lighter.point) === rateOf(run.point) &&
      limitOf(lighter.point) * muchMoreInFlight <= limitOf(run.point) &&
      mainThroughput(lighter) * hardlyMoreThroughput >= mainThroughput(run),
  )
}

function limitOf({ maxConcurrency }: SweepPoint): number {
  return maxConcurrency ?? Infinity
}

/** Strategy for listed loads: sequential, optionally skipping loads beyond a saturated one. */
const gridMove: SweepStrategy = (state) => {
  const { plan, points } = state.sweep
  const point = points.find(({ status }) => status === 'waiting')
  if (point === undefined) return { kind: 'end' }
  const saturated = plan.stopsWhenSaturated ? saturatedBelow(point, state) : null
  return saturated === null
    ? { kind: 'measure', point, reason: null }
    : { kind: 'skip', point, saturated }
}

/** Strategy for a search: one per server and combination of settings, each with its results so far. */
const searchMove: SweepStrategy = (state) => {
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
    ...(step.length > 1 && { length: step.length }),
    ...placeOf(configuration, points),
  }
  return { kind: 'measure', point, reason }
}

/** Exclusions that name a load have no effect, because loads are not known in advance. */
export function isSearched(plan: SweepPlan, configuration: Configuration): boolean {
  return !isExcluded(plan, cellAt(plan, configuration, Number.NaN))
}

function triedOf(configuration: Configuration, { sweep, summaries }: SweepState): SearchTry[] {
  const { plan, points } = sweep
  return points
    .filter((point) => configurationKey(point) === configurationKey(configuration))
    .map((point) => ({
      load: searchedLoad(point),
      repeat: point.repeat,
      length: point.length ?? 1,
      config: pointConfig(plan, point),
      summary: summaries.get(point.index) ?? null,
    }))
}

export function nextMove(state: SweepState): SweepMove {
  const { search, tune } = state.sweep.plan
  if (tune !== null) return tunings?.move(state) ?? { kind: 'end' }
  return search === null ? gridMove(state) : searchMove(state)
}
