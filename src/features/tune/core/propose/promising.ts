// Setting with the greatest expected improvement per second of GPU time.
import { squares } from '#core/base/spread.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import { gpusOf } from '../cost.ts'
import { gaussianProcess, type GaussianProcess } from './gaussian-process.ts'
import { type Place, placeOf, choiceKey, neighboursOf, pairsOf } from '../space.ts'
import type { EstimatedCandidate, TuneView } from '../view.ts'
import {
  drawnFrom,
  greatest,
  failureAt,
  failureModel,
  hopeless,
  expectations,
  type Proposal,
} from './proposal.ts'
import { fillingOf } from './filling.ts'
import { isAllowed } from '../pool.ts'

/** Smaller improvements are ignored; otherwise every setting equal to the best would be tried. */
const negligible = 0.025
/** Runs per setting, for its price. */
const usualRuns = 3
/** Sample size in a larger space, besides the neighbours of the best. */
const mostJudged = 400
/** Number of settings that start a hill climb, and its maximum steps. */
const [climbers, mostSteps] = [3, 8]
/** Every eighth proposal changes two flags of the best if that may be better, because single-flag steps miss some peaks. */
const pairEach = 8

type ScoredSetting = Readonly<{ choice: readonly number[]; mayBe: number; worth: number }>
type Judge = (choice: readonly number[]) => ScoredSetting

export function promisingOf(view: TuneView, left: readonly (readonly number[])[]): Proposal | null {
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
  }: Readonly<{
    best: EstimatedCandidate
    model: GaussianProcess
    failure: GaussianProcess | null
  }>,
): Judge {
  const startAt = startModel({ ...view, plan, tune, typical })
  return (choice) => {
    const place = placeOf(tune.flags, choice)
    const belief = model.at(place)
    const fails = failureAt(failure, place)
    const gain = expectedImprovement(belief, best.mean + negligible) * (1 - fails)
    const mayBe = fails > hopeless ? -Infinity : mostPossible(belief) - best.mean
    const seconds = startAt(place) + usualRuns * typical.runS
    return { choice, mayBe, worth: gain / (seconds * gpusOf(plan, tune, choice)) }
  }
}

/** Hill climb from a setting, one flag at a time, because a large space is only sampled sparsely. */
function climbed(view: TuneView, from: ScoredSetting, judge: Judge): ScoredSetting {
  let top = from
  for (let step = 0; step < mostSteps; step++) {
    const next = greatest(untriedNear(view, top.choice).map(judge))
    if (next === null || next.worth <= top.worth) return top
    top = next
  }
  return top
}

/** All settings; in a larger space, a random sample and the neighbours of the best. */
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

/** Starts that differ by less than this count as equally long. */
const likeStarts = 0.15

/** Seconds that a start takes, learned once there are three starts. */
function startModel({ candidates, typical }: TuneView): (place: Place) => number {
  const started = candidates.flatMap(({ place, starts }) =>
    starts.map((seconds) => ({ place, value: Math.log(Math.max(0.1, seconds)), error: 0.1 })),
  )
  const spread = Math.sqrt(squares(started.map(({ value }) => value)) / started.length)
  if (started.length < 3 || spread < likeStarts) return () => typical.startS
  const model = gaussianProcess(started)
  return (place) => Math.exp(model.at(place).mean)
}

const normalTerms = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429]

/** P(Z ≤ z), within 1.5 · 10⁻⁷ (Abramowitz and Stegun 1964, 7.1.26). */
function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const tail = normalTerms.reduceRight((sum, term) => t * (term + sum), 0) * Math.exp(-x * x)
  return z > 0 ? 1 - tail / 2 : tail / 2
}

/** Mean excess of a normal value over `best`, counting 0 below it (Jones and others 1998). */
function expectedImprovement(
  { mean, deviation }: Readonly<{ mean: number; deviation: number }>,
  best: number,
): number {
  if (deviation <= 0) return Math.max(0, mean - best)
  const z = (mean - best) / deviation
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  return (mean - best) * normalShare(z) + deviation * density
}

/** Maximum number of pairs whose promise is computed. */
const mostPairs = 400

/** Distance below the best, by the model, beyond which a setting is ignored. */
const outOfReach = 0.4

function untriedNear({ plan, tune, candidates }: TuneView, choice: readonly number[]): number[][] {
  const tried = new Set(candidates.map((each) => choiceKey(each.choice)))
  return neighboursOf(tune.flags, choice).filter(
    (each) => !tried.has(choiceKey(each)) && isAllowed(plan, tune, each),
  )
}

/** Most promising setting one flag away from the best, because the model smooths over a peak one value wide. */
function neighbourOf(view: TuneView, failure: GaussianProcess | null): Proposal | null {
  const { best, model } = view
  if (best === null || model === null) return null
  const near = untriedNear(view, best.choice)
  const worthAt = (place: Place) => model.at(place).mean
  const least = best.mean - outOfReach
  return bestWithin(near, 'neighbour', { view, failure, worthAt, least })
}

/**
 * Two flags away from the best, because changing one may not lead to a better setting: the one with the highest
 * possible value in the least certain model; null unless that exceeds the best by the given share.
 */
function pairOf(view: TuneView, failure: GaussianProcess | null, above: number): Proposal | null {
  const { best, tune, plan, candidates } = view
  const model = view.modelWith(mostDoubts)
  if (best === null || model === null) return null
  const tried = new Set(candidates.map(({ choice }) => choiceKey(choice)))
  const random = new PythonRandom(plan.config.seed * 1000 + candidates.length)
  const pairs = pairsOf(tune.flags, best.choice).filter((choice) => !tried.has(choiceKey(choice)))
  const near = drawnFrom(pairs, mostPairs, random).filter((choice) => isAllowed(plan, tune, choice))
  const worthAt = (place: Place) => mostPossible(model.at(place))
  const least = best.mean + above
  return bestWithin(near, 'two-flags', { view, failure, worthAt, least })
}

type Reach = Readonly<{
  view: TuneView
  failure: GaussianProcess | null
  worthAt: (place: Place) => number
  /** Settings of lower value are out of reach. */
  least: number
}>

/** Most valuable setting near the best; null if all are likely to fail or out of reach. */
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

/** Exploration continues while a setting may, at this number of standard deviations, be better by a relevant share. */
const doubt = 2

/**
 * Maximum number of steps by which consecutive proposals shorten the model's lengths, because it may be overconfident;
 * more if nothing is promising.
 */
const mostDoubts = 2

function mostPossible({ mean, deviation }: ReturnType<GaussianProcess['at']>): number {
  return mean + doubt * deviation
}
