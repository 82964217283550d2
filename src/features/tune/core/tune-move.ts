// Next move of a tuning, from stored data alone: explore settings, measure the survivors again, confirm the best. See
// docs/tuning.md.
import type { SearchReason } from '#core/model/sweep-search.ts'
import type { TuneStage } from '#core/model/sweep.ts'
import { roundedLoad } from '#core/sweep/search/curve-levels.ts'
import {
  centreOf,
  confirmationOf,
  fewestStarts,
  isSettled,
  keptStarts,
  loadFactors,
  nextTurn,
  type Side,
} from './confirm.ts'
import { gpusOf, isAffordable, mostAffordable } from './cost.ts'
import { probeStep, type ProbeEnd } from './probe.ts'
import type { Proposal } from './propose/proposal.ts'
import { defaultOf, floorOf, lastTried, type EstimatedCandidate, type TuneView } from './view.ts'
import { poolOf } from './pool.ts'
import { choiceKey } from './space.ts'
import { fillingCount, fillingOf } from './propose/filling.ts'
import { promisingOf } from './propose/promising.ts'

/** Logged before the run starts. */
export type TuneDecision =
  | Readonly<{ kind: 'setting-chosen'; proposal: Proposal }>
  | Readonly<{ kind: 'setting-left'; choice: readonly number[]; end: ProbeEnd }>
  | Readonly<{ kind: 'refining' | 'confirming'; choice: readonly number[] }>

export type TuneMove =
  | Readonly<{
      kind: 'measure'
      choice: readonly number[]
      load: number
      reason: SearchReason
      stage: TuneStage
      decisions: readonly TuneDecision[]
    }>
  | Readonly<{ kind: 'end' }>

/** Runs reserved in the budget for exploring a setting. */
const exploredRuns = 4
const mostVisits = 16
const mostVisitsEach = 4

export function tuneMove(view: TuneView): TuneMove {
  if (view.lacksEnergy || view.unknownLimit !== null) return { kind: 'end' }
  const stages = view.candidates.flatMap(({ tried }) => tried)
  if (stages.some(({ stage }) => stage === 'confirm')) return confirmMove(view)
  if (stages.some(({ stage }) => stage === 'refine')) return refineMove(view)
  return exploreMove(view)
}

function exploreMove(view: TuneView): TuneMove {
  const current = lastTried(view.candidates)
  const step = current === null ? null : probe(view, current)
  if (current !== null && step?.kind === 'measure') {
    const { load, reason } = step
    return {
      kind: 'measure',
      choice: current.choice,
      load,
      reason,
      stage: 'explore',
      decisions: [],
    }
  }
  const left: TuneDecision[] =
    current === null || step?.kind !== 'done'
      ? []
      : [{ kind: 'setting-left', choice: current.choice, end: step.end }]
  const proposal = proposeSetting(view)
  if (proposal === null || !canExplore(view, proposal)) return withDecisions(refineMove(view), left)
  const first = firstStep(view, proposal)
  if (first.kind === 'done') return withDecisions(refineMove(view), left)
  const { load, reason } = first
  return {
    ...{ kind: 'measure', choice: proposal.choice, load, reason, stage: 'explore' },
    decisions: [...left, { kind: 'setting-chosen', proposal }],
  }
}

function withDecisions(move: TuneMove, decisions: readonly TuneDecision[]): TuneMove {
  return move.kind === 'end' ? move : { ...move, decisions: [...decisions, ...move.decisions] }
}

function probe(view: TuneView, candidate: EstimatedCandidate) {
  const { plan, search } = view
  const log = candidate.mean - candidate.offset
  const expected = Number.isFinite(log) ? Math.exp(log) : null
  const floor = floorOf(others(view, candidate), candidate.offset)
  return probeStep({ plan, search, candidate, expected, floor, patience: patienceOf(view) })
}

/** View without the setting itself, so that it is compared with the best other one. */
function others(view: TuneView, { choice }: EstimatedCandidate): TuneView {
  const best = view.candidates
    .filter(
      (each) => each.choice !== choice && !each.hasFailed && each.estimate?.kind === 'enclosed',
    )
    .toSorted((one, other) => other.mean - one.mean)[0]
  return { ...view, best: best ?? null }
}

function firstStep(view: TuneView, { choice, expected }: Proposal) {
  const { plan, search } = view
  const candidate = { choice, tried: [], hasFailed: false, starts: [], points: [], answers: null }
  const [floor, patience] = [floorOf(view, view.offsetAt(choice)), patienceOf(view)]
  return probeStep({ plan, search, candidate, expected, floor, patience })
}

/** Makes runs that together cost at most half a start, up to three. */
function patienceOf({ typical: { startS, runS } }: TuneView): number {
  return Math.max(1, Math.min(3, Math.floor(startS / 2 / runS)))
}

/** Requires enough budget for the confirmation; not before there is something to confirm. */
function canExplore(view: TuneView, { choice }: Proposal): boolean {
  return view.candidates.length === 0 || isLeftFor(view, choice, exploredRuns)
}

/** Whether the budget affords a start and runs of a setting beyond the reserve for the confirmation. */
function isLeftFor(view: TuneView, choice: readonly number[], runs: number): boolean {
  const { tune, plan, spent, typical, best } = view
  const gpus = gpusOf(plan, tune, choice)
  const each = { starts: 1, runs: loadFactors.length, gpus, ...typical }
  const base = defaultOf(view)
  const gain = best === null || base === undefined ? Infinity : Math.expm1(best.mean - base.mean)
  const kept = keptStarts(gain, mostAffordable(tune.budget, each))
  const wanted = { starts: kept + 1, runs: kept * loadFactors.length + runs }
  return isAffordable(tune.budget, spent, { ...wanted, gpus, ...typical })
}

/** Refines settings that may be the best: two runs per visit, highest best case first. */
function refineMove(view: TuneView): TuneMove {
  const begun = view.candidates.find(
    ({ tried }) => runsIn(tried, 'refine') % loadFactors.length !== 0,
  )
  const chosen = begun ?? survivorOf(view)
  if (chosen === null) return confirmMove(view)
  const isNew = begun === undefined
  return {
    ...nearCapacity(view, chosen, 'refine'),
    decisions: isNew ? [{ kind: 'refining', choice: chosen.choice }] : [],
  }
}

function survivorOf(view: TuneView): EstimatedCandidate | null {
  const { best, candidates } = view
  if (best === null) return null
  const visits = candidates.reduce((sum, { tried }) => sum + visitsOf(tried), 0)
  const survivors = candidates.filter(
    ({ mean, deviation, hasFailed, estimate }) =>
      !hasFailed && estimate?.kind === 'enclosed' && mean + 2 * deviation >= best.mean,
  )
  if (survivors.length < 2 || visits >= mostVisits) return null
  const [chosen] = survivors
    .filter(({ tried }) => visitsOf(tried) < mostVisitsEach)
    .toSorted((one, other) => other.mean + other.deviation - one.mean - one.deviation)
  if (chosen === undefined) return null
  return isLeftFor(view, chosen.choice, loadFactors.length) ? chosen : null
}

type StagedTries = EstimatedCandidate['tried']

function runsIn(tried: StagedTries, stage: TuneStage): number {
  return tried.filter((run) => run.stage === stage).length
}

function visitsOf(tried: StagedTries): number {
  return Math.ceil(runsIn(tried, 'refine') / loadFactors.length)
}

function nearCapacity(
  { plan, search }: TuneView,
  candidate: EstimatedCandidate,
  stage: 'refine' | 'confirm',
): Extract<TuneMove, { kind: 'measure' }> {
  const centre = centreOf(plan, candidate, candidate.mean - candidate.offset)
  const factor = loadFactors[runsIn(candidate.tried, stage) % loadFactors.length] ?? 1
  const load = roundedLoad(search, centre * factor, factor < 1 ? 'down' : 'up')
  return {
    kind: 'measure',
    choice: candidate.choice,
    load,
    reason: 'repeating',
    stage,
    decisions: [],
  }
}

/**
 * The default and the best other setting, because the better one needs a more precise answer. If one fails during the
 * confirmation, the next replaces it.
 */
export function confirmedPair(view: TuneView): Pair | null {
  const base = defaultOf(view)
  const { candidates } = view
  const sound = candidates.filter((each) => each !== base && !each.hasFailed)
  const begun = sound.find(({ tried }) => runsIn(tried, 'confirm') > 0)
  const [best] = sound
    .filter(({ estimate }) => estimate?.kind === 'enclosed')
    .toSorted((one, other) => other.mean - one.mean)
  const challenger = begun ?? best
  if (base === undefined || challenger === undefined || base.hasFailed) return null
  return base.estimate === null ? null : { default: base, best: challenger }
}

function confirmMove(view: TuneView): TuneMove {
  const pair = confirmedPair(view)
  if (pair === null) return { kind: 'end' }
  const runs: Record<Side, number> = {
    default: runsIn(pair.default.tried, 'confirm'),
    best: runsIn(pair.best.tried, 'confirm'),
  }
  if (isConfirmed(view, pair, runs)) return { kind: 'end' }
  const side = nextTurn(runs, firstTurn(view, pair))
  const chosen = pair[side]
  const isNew = runs[side] % loadFactors.length === 0
  return {
    ...nearCapacity(view, chosen, 'confirm'),
    decisions: isNew ? [{ kind: 'confirming', choice: chosen.choice }] : [],
  }
}

type Pair = Readonly<Record<Side, EstimatedCandidate>>

/** The side that the server is not already running. */
function firstTurn({ candidates }: TuneView, pair: Pair): Side {
  const last = (candidate: EstimatedCandidate) => {
    const before = candidate.tried.filter(({ stage }) => stage !== 'confirm')
    return Math.max(-1, ...before.map(({ index }) => index))
  }
  const newest = candidates.toSorted((one, other) => last(other) - last(one))[0]
  return newest === pair.default ? 'best' : 'default'
}

/** Checks only if both sides have the same number of starts, and at least the minimum. */
function isConfirmed(view: TuneView, pair: Pair, runs: Readonly<Record<Side, number>>): boolean {
  const { plan, tune, spent, typical } = view
  const starts = (runs.default + runs.best) / loadFactors.length
  if (runs.default !== runs.best || !Number.isInteger(starts) || starts < fewestStarts) return false
  const found = confirmationOf(view, pair)
  if (found !== null && isSettled(found, starts)) return true
  const gpus = Math.max(
    ...[pair.default, pair.best].map(({ choice }) => gpusOf(plan, tune, choice)),
  )
  const wanted = { starts: 2, runs: 2 * loadFactors.length, gpus }
  return !isAffordable(tune.budget, spent, { ...wanted, ...typical })
}

/** Null if no setting is worth trying. */
function proposeSetting(view: TuneView): Proposal | null {
  const { plan, tune, candidates, best } = view
  const pool = poolOf(plan, tune)
  const [defaults] = pool
  if (defaults === undefined) return null
  if (candidates.length === 0)
    return { choice: defaults, why: 'defaults', expected: null, failure: 0 }
  const tried = new Set(candidates.map(({ choice }) => choiceKey(choice)))
  const left = pool.filter((choice) => !tried.has(choiceKey(choice)))
  if (candidates.length <= fillingCount(tune)) return fillingOf(view, left)
  return best === null ? fillingOf(view, left) : promisingOf(view, left)
}
