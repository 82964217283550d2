// The interval of a share by counts (Wilson 1927): within 0 and 1, and of some
// width even where the count is 0.
import type { Interval } from './interval.ts'

/** Standard errors in half an interval of 95 %. */
const reach = 1.96

export function shareInterval(counted: number, all: number): Interval {
  const share = counted / all
  const spread = reach ** 2 / all
  const centre = (share + spread / 2) / (1 + spread)
  const half = (reach * Math.sqrt((share * (1 - share)) / all + spread / (4 * all))) / (1 + spread)
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}
