// Next move of a sweep; the strategy depends on its plan.
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { SearchReason } from '#core/model/sweep-search.ts'
import type {
  FoundAnswer,
  SearchedAnswer,
  Sweep,
  SweepPlan,
  SweepPoint,
} from '#core/model/sweep.ts'
import { mainThroughput } from '#core/judgement/known-figures.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { isExcluded, pointConfig } from '#core/sweep/sweep-points.ts'
import {
  type Cell,
  cellKey,
  type Configuration,
  configurationKey,
  configurationsOf,
} from '#core/sweep/configurations.ts'
import { believedRuns, type TuneStory } from './candidates.ts'
import { confirmedPair, type TuneDecision, tuneMove } from './tune-move.ts'
import { candidateFor, type EstimatedCandidate, type TuneView, tuneViewOf } from './view.ts'
import { nextStep } from '#core/sweep/search/next-step.ts'
import { capacityAnswer } from '#core/sweep/search/capacity-answer.ts'
import { exploring } from '#core/sweep/search/findings.ts'
import { type SearchTry } from '#core/sweep/search/search-step.ts'
import { fitLoads } from '#core/sweep/search/load-fit.ts'
import type { SweepLogEntry, SweepLogKind } from '#core/model/sweep-log.ts'
import { flagsFor, flagsText } from '../sweep/server-start.ts'

type PointResult = Readonly<{ point: SweepPoint; config: BenchmarkConfig; summary: RunSummary }>

/** The lighter point of the same cell that shows saturation; null if none does. Formulas: docs/measuring.md. */
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
    .filter((run) => isSameLoad(run.point, point))
    .every((run) => isTooMuch(run, configuration))
}

function isTooMuch(run: PointResult, configuration: readonly PointResult[]): boolean {
  if (run.config.requestRate === 'inf') return hasLevelledOff(run, configuration)
  return judgeRun(run)?.isSaturated === true
}

/** Factor of requests in flight that must raise throughput by more than the other factor. */
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

function isSameLoad(one: SweepPoint, other: SweepPoint): boolean {
  return rateOf(one) === rateOf(other) && limitOf(one) === limitOf(other)
}

function rateOf({ requestRate }: SweepPoint): number {
  return requestRate === 'inf' ? Infinity : requestRate
}

function limitOf({ maxConcurrency }: SweepPoint): number {
  return maxConcurrency ?? Infinity
}

/** Strategy for listed loads: one after the other, optionally skipping those beyond a saturated one. */
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

/** Strategy for a tuning, which chooses settings and loads during the sweep. */
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

/** Exclusions that name a load have no effect, because loads are not known in advance. */
export function isSearched(plan: SweepPlan, configuration: Configuration): boolean {
  return !isExcluded(plan, cellAt(plan, configuration, Number.NaN))
}

function cellAt({ search, config }: SweepPlan, configuration: Configuration, load: number): Cell {
  return search?.over === 'maxConcurrency'
    ? { ...configuration, requestRate: 'inf', maxConcurrency: load }
    : { ...configuration, requestRate: load, maxConcurrency: config.maxConcurrency }
}

/** Configurations share prompts for their first load, their second, and so on. */
function placeOf(
  configuration: Configuration,
  points: readonly SweepPoint[],
): Pick<SweepPoint, 'index' | 'seedOffset' | 'status' | 'runId'> {
  const seedOffset = points.filter(
    (point) => configurationKey(point) === configurationKey(configuration),
  ).length
  return { index: points.length, seedOffset, status: 'waiting', runId: null }
}

function triedOf(configuration: Configuration, { sweep, summaries }: SweepState): SearchTry[] {
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

/** The searched load, which is the finite one of the two. */
function loadOf({ requestRate, maxConcurrency }: SweepPoint): number {
  return requestRate === 'inf' ? (maxConcurrency ?? Number.NaN) : requestRate
}

export function nextMove(state: SweepState): SweepMove {
  const { search, tune } = state.sweep.plan
  if (tune !== null) return tuneStrategy(state)
  return search === null ? gridMove(state) : searchMove(state)
}

/**
 * State of a sweep for choosing its next move. Built from stored data alone, so that a sweep continues unchanged after
 * a crash.
 */
export type SweepState = Readonly<{
  sweep: Pick<Sweep, 'plan' | 'servers' | 'points' | 'answers'>
  /** Summaries of completed points, by index. */
  summaries: ReadonlyMap<number, RunSummary>
  /** Server starts, for a tuning; none by default. */
  starts?: TuneStory['starts']
  answers?: TuneStory['answers']
}>

export type SweepMove =
  /** May be a new point, with the reason for choosing it; a tuning adds details. */
  | Readonly<{
      kind: 'measure'
      point: SweepPoint
      reason: SearchReason | null
      decisions?: readonly StoredDecision[]
    }>
  | Readonly<{ kind: 'skip'; point: SweepPoint; saturated: SweepPoint }>
  | Readonly<{ kind: 'answer'; found: SearchedAnswer }>
  | Readonly<{ kind: 'end' }>

/** Source of points. */
type SweepStrategy = (state: SweepState) => SweepMove

/** The default and the best other setting, by all their runs; the best alone if nothing was confirmed. */
function foundCapacities(view: TuneView): SearchedAnswer[] {
  const pair = confirmedPair(view)
  const settings = pair === null ? [view.best] : [pair.default, pair.best]
  return settings.flatMap((known) => (known === null ? [] : [foundCapacity(view, known)]))
}

function foundCapacity(
  { plan: { limits }, search }: TuneView,
  known: EstimatedCandidate,
): SearchedAnswer {
  const believed = believedRuns(known)
  const fit = fitLoads(limits, believed, exploring)
  const runs = known.tried.length
  const ending = known.estimate?.kind === 'enclosed' ? 'precise' : 'budget-used-up'
  const answer = capacityAnswer({ limits, search, fit, believed, runs, ending })
  return { server: 0, settings: [...known.choice], answer }
}

/** Decisions of a tuning as entries of a sweep's log: figures, from which a sentence is made. */
type StoredDecision = Readonly<{ kind: SweepLogKind; values: SweepLogEntry['values'] }>

function tuneDecisions(decisions: readonly TuneDecision[], view: TuneView): StoredDecision[] {
  return decisions.map((decision) => ({ kind: decision.kind, values: valuesOf(decision, view) }))
}

function valuesOf(decision: TuneDecision, view: TuneView): StoredDecision['values'] {
  if (decision.kind === 'setting-chosen') {
    const { choice, why, expected, failure } = decision.proposal
    return {
      ...named(view.plan, choice),
      why,
      ...(expected !== null && { expected: figure(expected) }),
      ...(failure > 0 && { failure: figure(failure) }),
    }
  }
  const flags = named(view.plan, decision.choice)
  if (decision.kind !== 'setting-left') return flags
  const estimate = candidateFor(view.candidates, decision.choice)?.estimate ?? null
  const { best } = view
  return {
    ...flags,
    why: decision.end,
    ...(estimate !== null && { capacity: figure(Math.exp(estimate.log)) }),
    ...(best !== null && { best: figure(Math.exp(best.mean - best.offset)) }),
  }
}

/** Empty for the defaults. */
function named(plan: Pick<SweepPlan, 'axes'>, choice: readonly number[]): { flags: string } {
  return { flags: flagsText(flagsFor(plan, { settings: [...choice] })) }
}

function figure(value: number): number {
  return Number(value.toPrecision(3))
}
