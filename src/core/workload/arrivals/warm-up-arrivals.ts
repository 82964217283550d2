// When the requests of a warm-up leave: the arrival process of the run, continued backwards from its start.
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { gapS, type ArrivalPattern } from './arrivals.ts'

type WarmUpLength = Readonly<{
  lengthS: number
  /** One of its own, so that the schedule of the run stays that of its seed. */
  random: NumpyRandomState
}>

/** Seconds before the start, ascending, all below 0; null where requests leave whenever there is room. */
export function warmUpOffsetsS(
  { requestRate, burstiness }: Pick<ArrivalPattern, 'requestRate' | 'burstiness'>,
  { lengthS, random }: WarmUpLength,
): Float64Array | null {
  if (requestRate === Infinity) return null
  const offsetsS: number[] = []
  for (
    let beforeS = gapS(requestRate, burstiness, random);
    beforeS <= lengthS;
    beforeS += gapS(requestRate, burstiness, random)
  ) {
    offsetsS.push(-beforeS)
  }
  return Float64Array.from(offsetsS.reverse())
}

const seeds = 2 ** 32

/** Far from those of the repeats of a run, which count on from its own. */
export function warmUpSeed(seed: number): number {
  return (seed + seeds / 2) % seeds
}
