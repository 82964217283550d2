// How much a setting may be worth, where the model may be too sure.
import type { GaussianProcess } from '../model/gaussian-process.ts'

/** While a setting may be better by more than is negligible, at this number of deviations, exploring goes on. */
const doubt = 2

/**
 * The model may be too sure: of proposals that follow each other, each shortens its lengths by one step more, up to this
 * number, and further where nothing is promising.
 */
export const mostDoubts = 2

export function mostPossible({ mean, deviation }: ReturnType<GaussianProcess['at']>): number {
  return mean + doubt * deviation
}
