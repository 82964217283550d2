// Quantiles by linear interpolation between order statistics, with numpy's rounding.
import type { Durations } from './durations.ts'

/** Duration at the quantile `probability` (0–1), in seconds; 0 without durations. */
export function quantileS(durations: Pick<Durations, 'count' | 'at'>, probability: number): number {
  const last = durations.count - 1
  if (last < 0) return 0
  const position = probability * last
  const rank = Math.floor(position)
  const below = durations.at(rank)
  const above = durations.at(Math.min(rank + 1, last))
  return interpolate(below, above, position - rank)
}

/** Quantile of ascending values in any unit; NaN without values. */
export function quantile(ascending: ArrayLike<number>, probability: number): number {
  const at = (rank: number) => ascending[rank] ?? NaN
  return ascending.length === 0 ? NaN : quantileS({ count: ascending.length, at }, probability)
}

/** numpy interpolates from the nearer end, which affects the last bit. */
function interpolate(from: number, to: number, share: number): number {
  const span = to - from
  return share < 0.5 ? from + span * share : to - span * (1 - share)
}
