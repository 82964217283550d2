// A setting to try next, and what is expected of it.
import type { GaussianProcess } from './gaussian-process.ts'
import { placeOf } from '../space.ts'
import { floorOf, type TuneView } from '../view.ts'
import { failureAt } from './failure-model.ts'

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

/** Near enough to it that the first run decides much; never far from what was measured. */
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
