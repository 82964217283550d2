// Effect of each flag value on the capacity, averaged over the other flags, by the model of a tuning.
import { PythonRandom } from '#core/random/python-random.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { poolOf } from './pool.ts'
import { hasEffect, placeOf } from './space.ts'
import type { TuneView } from './view.ts'

export type MainEffect = Readonly<{
  axis: number
  position: number
  /** Capacity with this value ÷ with the default − 1, and its 95 % interval. */
  value: number
  interval: Interval
  /** Number of measured settings with this value. */
  measured: number
}>

/** Number of settings of the other flags in the average. */
const averaged = 24
const sureErrors = 1.96

/** One effect for each measured value other than the default. */
export function mainEffects(view: TuneView): MainEffect[] {
  const { model, tune, plan, candidates } = view
  if (model === null) return []
  const order = [...poolOf(plan, tune)]
  new PythonRandom(plan.config.seed).shuffle(order)
  return tune.flags.flatMap((flag, axis) => {
    const around = order.filter((choice) => hasEffect(flag, choice)).slice(0, averaged)
    const at = (position: number) =>
      around.map((choice) => placeOf(tune.flags, choice.with(axis, position)))
    return flag.numbers.slice(1).flatMap((_, index): MainEffect[] => {
      const position = index + 1
      const measured = candidates.filter(
        ({ choice, hasFailed }) => choice[axis] === position && !hasFailed,
      ).length
      if (measured === 0) return []
      const { mean, deviation } = model.contrast(at(position), at(0))
      const end = (sign: number) => Math.expm1(mean + sign * sureErrors * deviation)
      const interval = { low: end(-1), high: end(1) }
      return [{ axis, position, value: Math.expm1(mean), interval, measured }]
    })
  })
}
