// The probability of each measured setting to be the best of them.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { choiceKey } from './space.ts'
import type { EstimatedCandidate, TuneView } from './view.ts'

const draws = 4000

/** By `choiceKey`; of those whose capacity is enclosed. Sums to 1. */
export function bestChances({ candidates, plan }: TuneView): ReadonlyMap<string, number> {
  const sound = candidates.filter(
    ({ hasFailed, estimate }) => !hasFailed && estimate?.kind === 'enclosed',
  )
  const random = new NumpyRandomState(plan.config.seed)
  const wins = new Map<string, number>()
  for (let draw = 0; draw < draws && sound.length > 0; draw++) {
    const key = choiceKey(highest(sound, random).choice)
    wins.set(key, (wins.get(key) ?? 0) + 1 / draws)
  }
  return wins
}

function highest(
  sound: readonly EstimatedCandidate[],
  random: NumpyRandomState,
): EstimatedCandidate {
  const drawn = sound.map((known) => ({
    known,
    value: known.mean + known.deviation * random.gaussian(),
  }))
  const [first, ...others] = drawn
  if (first === undefined) throw new RangeError('There is no setting to draw.')
  return others.reduce((one, other) => (other.value > one.value ? other : one), first).known
}
