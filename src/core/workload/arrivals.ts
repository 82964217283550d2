// When each request is to leave: the newest schedule of `vllm bench serve`, and the gaps of its early scripts.
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'

export type RampUp = Readonly<{
  strategy: 'linear' | 'exponential'
  startRps: number
  endRps: number
}>

/** Requests per second and the shape of the gaps; `Infinity` is all at once, or evenly spread. */
export type ArrivalPattern = Readonly<{
  requestRate: number
  burstiness: number
  rampUp: RampUp | null
}>

/**
 * Offsets in seconds from the start of the run, ascending. The first request waits its own gap. Without a ramp
 * the whole schedule is scaled so that the last request leaves at exactly count / rate.
 */
export function arrivalOffsetsS(
  count: number,
  pattern: ArrivalPattern,
  random: NumpyRandomState,
): Float64Array {
  const offsets = new Float64Array(count)
  let elapsed = 0
  for (let index = 0; index < count; index++) {
    elapsed += gapS(requestRateAt(pattern, index, count), pattern.burstiness, random)
    offsets[index] = elapsed
  }
  if (pattern.rampUp !== null || elapsed === 0) return offsets
  const scale = count / pattern.requestRate / elapsed
  return offsets.map((offset) => offset * scale)
}

/** Gaps slept after each request by scripts up to the v0.9 era, which sent the first one at once. */
export function classicGapsS(
  count: number,
  pattern: Pick<ArrivalPattern, 'requestRate' | 'burstiness'>,
  random: NumpyRandomState,
): Float64Array {
  return Float64Array.from({ length: count }, () =>
    gapS(pattern.requestRate, pattern.burstiness, random),
  )
}

/** A ramp climbs by request, not by time. */
export function requestRateAt(pattern: ArrivalPattern, index: number, count: number): number {
  if (pattern.rampUp === null) return pattern.requestRate
  const { strategy, startRps, endRps } = pattern.rampUp
  const progress = index / Math.max(count - 1, 1)
  return strategy === 'linear'
    ? startRps + (endRps - startRps) * progress
    : startRps * (endRps / startRps) ** progress
}

function gapS(requestRate: number, burstiness: number, random: NumpyRandomState): number {
  if (requestRate === Infinity) return 0
  if (burstiness === Infinity) return 1 / requestRate
  return random.gamma(burstiness, 1 / (requestRate * burstiness))
}
