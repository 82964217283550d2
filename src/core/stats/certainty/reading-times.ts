// Part of a wait for a first token that is due to a long prompt itself.
import { quantileOf } from '../durations/in-order.ts'

/** Quantile of the run's times that represents its fastest pace. */
export const fastestQuantile = 0.1

/**
 * Extra time that each request would have waited for its first token if alone, compared with the fastest, because of its longer
 * prompt: from the fastest wait per prompt token.
 */
export function readingTimes(waitsS: Float64Array, prompts: Float64Array): Float64Array {
  const fastestWaitS = quantileOf(waitsS, fastestQuantile)
  const perTokenS = secondsPerToken(waitsS, prompts)
  return prompts.map((tokens) => Math.max(0, perTokenS * tokens - fastestWaitS))
}

/** Fastest wait per prompt token. */
export function secondsPerToken(waitsS: Float64Array, prompts: Float64Array): number {
  return quantileOf(
    waitsS.map((waitS, at) => waitS / Math.max(1, prompts[at] ?? 0)),
    fastestQuantile,
  )
}
