// Requests of an all-at-once load by the order they were sent in: their times are all the same.
import type { ScatterInput } from '#core/plots/scatter.ts'

type Scatter = ScatterInput['scatter']

/** The place in that order, from 1, instead of the time. */
export function inOrder({ points }: Scatter): Scatter {
  return {
    points: points
      .toSorted((a, b) => a.atS - b.atS)
      .map((point, index) => ({ ...point, atS: index + 1 })),
  }
}
