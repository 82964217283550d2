// The part of a wait for a first token that a long prompt takes by itself.
import { quantileOf } from '../durations/in-order.ts'

/** Quantile of the times of a run that stands for its fastest pace. */
export const fastestQuantile = 0.1

/**
 * How much longer than the fastest each request would have waited for its first token alone, because its prompt is longer:
 * by the wait per prompt token of the fastest.
 */
export function readingTimes(waitsS: Float64Array, prompts: Float64Array): Float64Array {
  const fastestWaitS = quantileOf(waitsS, fastestQuantile)
  const perTokenS = quantileOf(
    waitsS.map((waitS, at) => waitS / Math.max(1, prompts[at] ?? 0)),
    fastestQuantile,
  )
  return prompts.map((tokens) => Math.max(0, perTokenS * tokens - fastestWaitS))
}
