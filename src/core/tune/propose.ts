// The setting to try next: the defaults, then a few that fill the space, then the one with the greatest expected improvement
// per second of GPU time, where a setting that is likely to fail counts for less.
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import type { Tune } from '#core/model/sweep/tune.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import { squares } from '#core/stats/spread.ts'
import { gpusOf } from './cost.ts'
import { expectedImprovement } from './model/normal.ts'
import { gaussianProcess, type GaussianProcess } from './model/gaussian-process.ts'
import { isAllowed, poolOf } from './pool.ts'
import { choiceKey, distances, neighboursOf, pairsOf, placeOf, type Place } from './space.ts'
import { floorOf, type Known, type TuneView } from './view.ts'

export const proposalReasons = [
  'defaults',
  'filling',
  'promising',
  'doubtful',
  'neighbour',
  'two-flags',
] as const

export type Proposal = Readonly<{
  choice: readonly number[]
  why: (typeof proposalReasons)[number]
  /** Load where its capacity is expected; null before anything is known. */
  expected: number | null
  /** 0–1. */
  failure: number
}>

/** Settings that fill the space, besides the defaults. */
const fillingPerFlag = 2
const [fewestFilling, mostFilling] = [4, 10]
/** Of them, one is the furthest of this number drawn. */
const drawnPerFilling = 25
/**
 * Improvements below this share are not sought, or every equal of the best would be tried. While a setting may be better by
 * more, at this number of deviations, exploring goes on.
 */
const negligible = 0.025
const doubt = 2
/**
 * The model may be too sure: of proposals that follow each other, each shortens its lengths by one step more, up to this
 * number, and further where nothing is promising.
 */
const mostDoubts = 2
/** Runs that a setting takes, for its price. */
const usualRuns = 3
/** Of a larger space, settings whose promise is computed, besides the neighbours of the best. */
const mostJudged = 400
/** Settings from which others are sought uphill, and the steps of each. */
const [climbers, mostSteps] = [3, 8]
/** Chance of a failure that is assumed everywhere; 0–1. */
const leastFailure = 0.02
/** Beyond this chance of a failure no setting is worth a start. */
const hopeless = 0.9
/** Of settings that differ from the best in two flags, those whose promise is computed. */
const mostPairs = 400
/** One proposal of so many is such a setting if it may be better: steps of one flag do not lead to every peak. */
const pairEach = 8
/** What the model expects this far below the best is left out. */
const outOfReach = 0.4

/** Null where nothing is worth a try. */
export function proposeSetting(view: TuneView): Proposal | null {
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

/** The settings that a tuning begins with, if none of them fails. */
export function firstSettings(plan: SweepPlan, tune: Tune): (readonly number[])[] {
  const [defaults, ...left] = poolOf(plan, tune)
  const chosen = defaults === undefined ? [] : [defaults]
  while (chosen.length <= fillingCount(tune)) {
    const places = chosen.map((choice) => placeOf(tune.flags, choice))
    const rest = left.filter((choice) => !chosen.includes(choice))
    const next = furthest({ plan, tune, places }, rest, () => leastFailure)
    if (next === null) break
    chosen.push(next)
  }
  return chosen
}

function fillingCount({ flags }: Tune): number {
  return Math.max(fewestFilling, Math.min(mostFilling, fillingPerFlag * flags.length))
}

type Filled = Readonly<{ plan: SweepPlan; tune: Tune; places: readonly Place[] }>

/** Of some drawn by chance, so that not only the corners are tried. */
function furthest(
  { plan, tune, places }: Filled,
  left: readonly (readonly number[])[],
  failureOf: (place: Place) => number,
): readonly number[] | null {
  const random = new PythonRandom(plan.config.seed * 1000 + places.length)
  const worths = drawnFrom(left, drawnPerFilling, random).map((choice) => {
    const place = placeOf(tune.flags, choice)
    const nearest = Math.min(...places.map((each) => squared(place, each)))
    return { choice, worth: nearest * (1 - failureOf(place)) }
  })
  return greatest(worths)?.choice ?? null
}

/** The first of them; null where there is none. */
function greatest<Judged extends Readonly<{ worth: number }>>(
  all: readonly Judged[],
): Judged | null {
  return all.reduce<Judged | null>(
    (one, other) => (one === null || other.worth > one.worth ? other : one),
    null,
  )
}

function fillingOf(view: TuneView, left: readonly (readonly number[])[]): Proposal | null {
  const { tune, candidates, plan } = view
  const failure = failureModel(view)
  const places = candidates.map(({ place }) => place)
  const choice = furthest({ plan, tune, places }, left, (place) => failureAt(failure, place))
  if (choice === null) return null
  return { choice, why: 'filling', ...expectations(view, choice, failure) }
}

function squared(one: Place, other: Place): number {
  return distances(one, other).reduce((sum, each) => sum + each, 0)
}

type Judged = Readonly<{ choice: readonly number[]; mayBe: number; worth: number }>
type Judge = (choice: readonly number[]) => Judged

function promisingOf(view: TuneView, left: readonly (readonly number[])[]): Proposal | null {
  const { best } = view
  if (best === null) return null
  const failure = failureModel(view)
  const isPairDue = view.candidates.length % pairEach === 0
  const pair = isPairDue ? pairOf(view, failure, negligible) : null
  if (pair !== null) return pair
  const near = judgedOf(view, left)
  for (let doubts = view.candidates.length % (mostDoubts + 1); doubts <= mostDoubts; doubts++) {
    const model = view.modelWith(doubts)
    if (model === null) return null
    const judge = judgeBy(view, { best, model, failure })
    const judged = near.map(judge)
    const tops = judged.toSorted((one, other) => other.worth - one.worth).slice(0, climbers)
    const found = greatest(tops.map((top) => climbed(view, top, judge)))
    if (found === null) return null
    if ([found, ...judged].every(({ mayBe }) => mayBe < negligible)) continue
    const why = doubts === 0 ? 'promising' : 'doubtful'
    return { choice: found.choice, why, ...expectations(view, found.choice, failure) }
  }
  return neighbourOf(view, failure) ?? pairOf(view, failure, -outOfReach) ?? fillingOf(view, left)
}

function judgeBy(
  { plan, tune, typical, ...view }: TuneView,
  {
    best,
    model,
    failure,
  }: Readonly<{ best: Known; model: GaussianProcess; failure: GaussianProcess | null }>,
): Judge {
  const startAt = startModel({ ...view, plan, tune, typical })
  return (choice) => {
    const place = placeOf(tune.flags, choice)
    const belief = model.at(place)
    const fails = failureAt(failure, place)
    const gain = expectedImprovement(belief, best.mean + negligible) * (1 - fails)
    const mayBe = fails > hopeless ? -Infinity : belief.mean + doubt * belief.deviation - best.mean
    const seconds = startAt(place) + usualRuns * typical.runS
    return { choice, mayBe, worth: gain / (seconds * gpusOf(plan, tune, choice)) }
  }
}

/** Uphill from a setting, one flag at a time: of a large space, few settings are drawn. */
function climbed(view: TuneView, from: Judged, judge: Judge): Judged {
  let top = from
  for (let step = 0; step < mostSteps; step++) {
    const next = greatest(untriedNear(view, top.choice).map(judge))
    if (next === null || next.worth <= top.worth) return top
    top = next
  }
  return top
}

function untriedNear({ plan, tune, candidates }: TuneView, choice: readonly number[]): number[][] {
  const tried = new Set(candidates.map((each) => choiceKey(each.choice)))
  return neighboursOf(tune.flags, choice).filter(
    (each) => !tried.has(choiceKey(each)) && isAllowed(plan, tune, each),
  )
}

/** One flag away from the best, the likeliest first: the model smooths over a peak that is one value wide. */
function neighbourOf(view: TuneView, failure: GaussianProcess | null): Proposal | null {
  const { best, model } = view
  if (best === null || model === null) return null
  const near = untriedNear(view, best.choice)
  const worthAt = (place: Place) => model.at(place).mean
  const least = best.mean - outOfReach
  return bestWithin(near, 'neighbour', { view, failure, worthAt, least })
}

/**
 * Two flags away from the best, as no single one may lead to a better one: the setting that the most doubtful model holds the
 * most possible of; null where that is not above the best by the given share.
 */
function pairOf(view: TuneView, failure: GaussianProcess | null, above: number): Proposal | null {
  const { best, tune, plan, candidates } = view
  const model = view.modelWith(mostDoubts)
  if (best === null || model === null) return null
  const tried = new Set(candidates.map(({ choice }) => choiceKey(choice)))
  const random = new PythonRandom(plan.config.seed * 1000 + candidates.length)
  const pairs = pairsOf(tune.flags, best.choice).filter((choice) => !tried.has(choiceKey(choice)))
  const near = drawnFrom(pairs, mostPairs, random).filter((choice) => isAllowed(plan, tune, choice))
  const worthAt = (place: Place) => mostPossible(model, place)
  const least = best.mean + above
  return bestWithin(near, 'two-flags', { view, failure, worthAt, least })
}

type Reach = Readonly<{
  view: TuneView
  failure: GaussianProcess | null
  worthAt: (place: Place) => number
  /** What is worth less is out of reach. */
  least: number
}>

/** Of settings near the best, the one worth the most; null where all are likely to fail or out of reach. */
function bestWithin(
  choices: readonly (readonly number[])[],
  why: Proposal['why'],
  { view, failure, worthAt, least }: Reach,
): Proposal | null {
  const near = choices
    .map((choice) => ({ choice, place: placeOf(view.tune.flags, choice) }))
    .filter(({ place }) => failureAt(failure, place) <= hopeless)
    .map((each) => ({ ...each, worth: worthAt(each.place) }))
  const found = greatest(near)
  if (found === null || found.worth < least) return null
  return { choice: found.choice, why, ...expectations(view, found.choice, failure) }
}

function mostPossible(model: GaussianProcess, place: Place): number {
  const { mean, deviation } = model.at(place)
  return mean + doubt * deviation
}

/** All of them; of a larger space, a random sample and the neighbours of the best. */
function judgedOf(
  view: TuneView,
  left: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  if (left.length <= mostJudged) return left
  const { plan, candidates } = view
  const random = new PythonRandom(plan.config.seed * 1000 + candidates.length)
  const leaders = candidates.toSorted((one, other) => other.mean - one.mean).slice(0, climbers)
  const near = leaders.flatMap(({ choice }) => untriedNear(view, choice))
  return [...near, ...drawnFrom(left, mostJudged, random)]
}

function drawnFrom<Item>(items: readonly Item[], count: number, random: PythonRandom): Item[] {
  const order = [...items]
  random.shuffle(order)
  return order.slice(0, count)
}

/** Near enough to it that the first run decides much; never far from what was measured. */
function expectations(
  view: TuneView,
  choice: readonly number[],
  failure: GaussianProcess | null,
): Pick<Proposal, 'expected' | 'failure'> {
  const { model, best, tune } = view
  const place = placeOf(tune.flags, choice)
  const offset = view.offsetAt(choice)
  if (model === null || best === null) return { expected: null, failure: failureAt(failure, place) }
  const floor = floorOf(view, offset)
  const expected = Math.exp(Math.min(model.at(place).mean, best.mean + 0.3) - offset)
  return { expected: Math.max(expected, floor), failure: failureAt(failure, place) }
}

/** Least-squares classification (Rasmussen and Williams 2006, 6.5); null while nothing has failed. */
function failureModel({ candidates }: TuneView): GaussianProcess | null {
  if (!candidates.some(({ hasFailed }) => hasFailed)) return null
  return gaussianProcess(
    candidates.map(({ place, hasFailed }) => ({ place, value: Number(hasFailed), error: 0.1 })),
  )
}

function failureAt(model: GaussianProcess | null, place: Place): number {
  return model === null
    ? leastFailure
    : Math.max(leastFailure, Math.min(0.98, model.at(place).mean))
}

/** Starts that differ by less than this take as long as any other. */
const likeStarts = 0.15

/** Seconds that a start takes, learned from three starts on. */
function startModel({ candidates, typical }: TuneView): (place: Place) => number {
  const started = candidates.flatMap(({ place, starts }) =>
    starts.map((seconds) => ({ place, value: Math.log(Math.max(0.1, seconds)), error: 0.1 })),
  )
  const spread = Math.sqrt(squares(started.map(({ value }) => value)) / started.length)
  if (started.length < 3 || spread < likeStarts) return () => typical.startS
  const model = gaussianProcess(started)
  return (place) => Math.exp(model.at(place).mean)
}
