// Settings one or two flags away from the best.
import { PythonRandom } from '#core/random/python-random.ts'
import type { GaussianProcess } from './gaussian-process.ts'
import { isAllowed } from '../pool.ts'
import { choiceKey, neighboursOf, pairsOf, placeOf, type Place } from '../space.ts'
import type { TuneView } from '../view.ts'
import { drawnFrom, greatest } from './drawn.ts'
import { failureAt, hopeless } from './failure-model.ts'
import { mostDoubts, mostPossible } from './possible.ts'
import { expectations, type Proposal } from './proposal.ts'

/** Maximum number of pairs whose promise is computed. */
const mostPairs = 400

/** Distance below the best, by the model, beyond which a setting is ignored. */
export const outOfReach = 0.4

export function untriedNear(
  { plan, tune, candidates }: TuneView,
  choice: readonly number[],
): number[][] {
  const tried = new Set(candidates.map((each) => choiceKey(each.choice)))
  return neighboursOf(tune.flags, choice).filter(
    (each) => !tried.has(choiceKey(each)) && isAllowed(plan, tune, each),
  )
}

/** Most promising setting one flag away from the best, because the model smooths over a peak one value wide. */
export function neighbourOf(view: TuneView, failure: GaussianProcess | null): Proposal | null {
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
export function pairOf(
  view: TuneView,
  failure: GaussianProcess | null,
  above: number,
): Proposal | null {
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
  /** Settings of lower worth are out of reach. */
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
