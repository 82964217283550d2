// Space-filling settings: each is the one furthest from those tried, out of a random draw.
import type { SweepPlan, Tune } from '#core/model/sweep.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import { poolOf } from '../pool.ts'
import { distances, placeOf, type Place } from '../space.ts'
import type { TuneView } from '../view.ts'
import {
  drawnFrom,
  greatest,
  failureAt,
  failureModel,
  leastFailure,
  expectations,
  type Proposal,
} from './proposal.ts'

/** Space-filling settings per flag, besides the defaults. */
const fillingPerFlag = 2
const [fewestFilling, mostFilling] = [4, 10]
/** Number of draws, of which the furthest is used. */
const drawnPerFilling = 25

/** First settings of a tuning, if none of them fails. */
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

export function fillingCount({ flags }: Tune): number {
  return Math.max(fewestFilling, Math.min(mostFilling, fillingPerFlag * flags.length))
}

type FilledSpace = Readonly<{ plan: SweepPlan; tune: Tune; places: readonly Place[] }>

/** Furthest of a random draw, so that not only corners are tried. */
function furthest(
  { plan, tune, places }: FilledSpace,
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

export function fillingOf(view: TuneView, left: readonly (readonly number[])[]): Proposal | null {
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
