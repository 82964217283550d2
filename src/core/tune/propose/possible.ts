// Possible worth of a setting, allowing for an overconfident model.
import type { GaussianProcess } from './gaussian-process.ts'

/** Exploring continues while a setting may, at this number of deviations, be better by a relevant share. */
const doubt = 2

/**
 * Maximum number of steps by which consecutive proposals shorten the model's lengths, because it may be overconfident;
 * more if nothing is promising.
 */
export const mostDoubts = 2

export function mostPossible({ mean, deviation }: ReturnType<GaussianProcess['at']>): number {
  return mean + doubt * deviation
}
