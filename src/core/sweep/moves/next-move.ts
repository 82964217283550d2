// What a sweep does next: where its points come from is a matter of its plan.
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import type { SearchReason } from '../../model/sweep/sweep-search.ts'
import type {
  FoundAnswer,
  SearchedAnswer,
  Sweep,
  SweepPlan,
  SweepPoint,
} from '../../model/sweep/sweep.ts'
import { mainThroughput } from '#core/stats/certainty/known-figures.ts'
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import { type Cell, cellKey, configurationKey } from '../cells.ts'
import { isExcluded, pointConfig } from '../sweep-points.ts'
import { type Configuration, configurationsOf } from '../configurations.ts'
import { foundCapacities } from '../../tune/answer/found-capacities.ts'
import { tuneDecisions, type StoredDecision } from '../../tune/tune-decision.ts'
import type { TuneStory } from '../../tune/candidates.ts'
import { tuneMove } from '../../tune/tune-move.ts'
import { tuneViewOf } from '../../tune/view.ts'
import { nextStep } from '../search/next-step.ts'
import type { Tried } from '../search/search-step.ts'

// Whether a lighter load of the same cell has shown the server to be saturated already. Formulas: docs/measuring.md.
type Measured = Readonly<{ point: SweepPoint; config: BenchmarkConfig; summary: RunSummary }>

/** The point that shows it; null where none does. */
function saturatedBelow(point: SweepPoint, state: SweepState): SweepPoint | null {
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
      mainThroughput(lighter) * hardlyMoreThroughput >= mainThroughput(run),
  )
}

function isSameLoad(one: SweepPoint, other: SweepPoint): boolean {
  return rateOf(one) === rateOf(other) && limitOf(one) === limitOf(other)
}

function rateOf({ requestRate }: SweepPoint): number {
  return requestRate === 'inf' ? Infinity : requestRate
}

function limitOf({ maxConcurrency }: SweepPoint): number {
  return maxConcurrency ?? Infinity
}

// A sweep over loads that were listed: one after the other, but none beyond a saturated one where that is not wanted.
const gridMove: SweepStrategy = (state) => {
  const { plan, points } = state.sweep
  const point = points.find(({ status }) => status === 'waiting')
  if (point === undefined) return { kind: 'end' }
  const saturated = plan.stopsWhenSaturated ? saturatedBelow(point, state) : null
  return saturated === null
    ? { kind: 'measure', point, reason: null }
    : { kind: 'skip', point, saturated }
}

// A sweep that searches for its loads: one search per server and choice of settings, each given its results so far.
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

// A sweep that tunes the server: settings and their loads are chosen on the way.
const tuneStrategy: SweepStrategy = (state) => {
  const { plan, points } = state.sweep
  const { tune, search } = plan
  const waiting = points.find(({ status }) => status === 'waiting')
  if (waiting !== undefined) return { kind: 'measure', point: waiting, reason: null }
  if (tune === null || search === null) return { kind: 'end' }
  const view = tuneViewOf({ starts: [], ...state }, tune, search)
  const move = tuneMove(view)
  if (move.kind === 'end') {
    const found = foundCapacities(view).find((each) => !isAnswered(each, state.sweep.answers))
    return found === undefined ? move : { kind: 'answer', found }
  }
  const configuration = { server: 0, settings: [...move.choice] }
  const cell = cellAt(plan, configuration, move.load)
  const repeat = points.filter((point) => cellKey(point) === cellKey(cell)).length
  const point = { ...cell, repeat, ...placeOf(configuration, points), stage: move.stage }
  const decisions = tuneDecisions(move.decisions, view)
  return { kind: 'measure', point, reason: move.reason, decisions }
}

function isAnswered(configuration: Configuration, answers: readonly FoundAnswer[]): boolean {
  return answers.some(
    (found) =>
      found.answer.kind !== 'setting' &&
      configurationKey(found) === configurationKey(configuration),
  )
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
      length: point.length ?? 1,
      config: pointConfig(plan, point),
      summary: summaries.get(point.index) ?? null,
    }))
}

/** Of the two, the one that was searched for is a number. */
function loadOf({ requestRate, maxConcurrency }: SweepPoint): number {
  return requestRate === 'inf' ? (maxConcurrency ?? Number.NaN) : requestRate
}

export function nextMove(state: SweepState): SweepMove {
  const { search, tune } = state.sweep.plan
  if (tune !== null) return tuneStrategy(state)
  return search === null ? gridMove(state) : searchMove(state)
}

// What a sweep does next, from what is stored of it alone: after a crash it continues as if there had been none.
export type SweepState = Readonly<{
  sweep: Pick<Sweep, 'plan' | 'servers' | 'points' | 'answers'>
  /** Of the points that completed, by index. */
  summaries: ReadonlyMap<number, RunSummary>
  /** Of its servers, for a tuning; none unless given. */
  starts?: TuneStory['starts']
  answers?: TuneStory['answers']
}>

export type SweepMove =
  /** The point may be a new one, with the reason why it was chosen; a tuning has more to say about it. */
  | Readonly<{
      kind: 'measure'
      point: SweepPoint
      reason: SearchReason | null
      decisions?: readonly StoredDecision[]
    }>
  | Readonly<{ kind: 'skip'; point: SweepPoint; saturated: SweepPoint }>
  | Readonly<{ kind: 'answer'; found: SearchedAnswer }>
  | Readonly<{ kind: 'end' }>

/** Where points come from. */
type SweepStrategy = (state: SweepState) => SweepMove
