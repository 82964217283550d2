// Next setting to try, with its expected capacity.
import { type GaussianProcess, gaussianProcess } from './gaussian-process.ts'
import { placeOf, type Place } from '../space.ts'
import { floorOf, type TuneView } from '../view.ts'
import type { PythonRandom } from '#core/random/python-random.ts'

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
  /** Load at its expected capacity; null before anything is known. */
  expected: number | null
  /** 0–1. */
  failure: number
}>

/** Close enough to it that the first run is decisive, and never far from measured loads. */
export function expectations(
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

/** Prior probability of a failure; 0–1. */
export const leastFailure = 0.02
/** Probability of a failure above which no setting is worth a start. */
export const hopeless = 0.9

/** Least-squares classification (Rasmussen and Williams 2006, 6.5); null while nothing has failed. */
export function failureModel({ candidates }: TuneView): GaussianProcess | null {
  if (!candidates.some(({ hasFailed }) => hasFailed)) return null
  return gaussianProcess(
    candidates.map(({ place, hasFailed }) => ({ place, value: Number(hasFailed), error: 0.1 })),
  )
}

export function failureAt(model: GaussianProcess | null, place: Place): number {
  return model === null
    ? leastFailure
    : Math.max(leastFailure, Math.min(0.98, model.at(place).mean))
}

/** Random `count` of the items, or all if there are fewer. */
export function drawnFrom<Item>(
  items: readonly Item[],
  count: number,
  random: PythonRandom,
): Item[] {
  const order = [...items]
  random.shuffle(order)
  return order.slice(0, count)
}

/** First item with the highest value; null if there is none. */
export function greatest<Judged extends Readonly<{ worth: number }>>(
  all: readonly Judged[],
): Judged | null {
  return all.reduce<Judged | null>(
    (one, other) => (one === null || other.worth > one.worth ? other : one),
    null,
  )
}
