// The noise of steps: factors whose logarithm is normal, each near the one before.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { EngineModel } from './engine-model.ts'

/** Drawn once: a twin needs millions, and each engine takes them in another order. */
const normals = normalsOf(8192)

function normalsOf(count: number): Float64Array {
  const random = new NumpyRandomState(4)
  return Float64Array.from({ length: count }, () => random.gaussian())
}

/** A function that returns the factor of the next step. */
export function createStepNoise(
  { deviation, memory }: EngineModel['noise'],
  seed: number,
): () => number {
  if (deviation === 0) return () => 1
  const fresh = Math.sqrt(1 - memory ** 2)
  // A linear congruential generator (Numerical Recipes); its upper bits choose a number.
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0
  let noise = 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    noise = memory * noise + fresh * (normals[state >>> 19] ?? 0)
    return Math.exp(deviation * noise)
  }
}
