// How long the user of a conversation thinks between an answer and the next turn.
import type { ThinkTimeShape } from '#core/flags/conversations.ts'
import type { NumpyRandomState } from '../../random/numpy-legacy.ts'

export type ThinkTime = Readonly<{ meanS: number; shape: ThinkTimeShape }>

const draw: Readonly<Record<ThinkTimeShape, (meanS: number, random: NumpyRandomState) => number>> =
  {
    constant: (meanS) => meanS,
    exponential: (meanS, random) => random.exponential(meanS),
  }

export function drawThinkS({ meanS, shape }: ThinkTime, random: NumpyRandomState): number {
  return meanS === 0 ? 0 : draw[shape](meanS, random)
}
