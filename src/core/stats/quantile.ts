// Quantiles by linear interpolation between order statistics, rounded as numpy rounds them.

/** The value below which a share `probability` (0–1) of ascending values lies; 0 of an empty list. */
export function quantileOfSorted(sorted: Float64Array, probability: number): number {
  if (sorted.length === 0) return 0
  const position = probability * (sorted.length - 1)
  const index = Math.floor(position)
  const below = sorted[index] ?? 0
  const above = sorted[Math.min(index + 1, sorted.length - 1)] ?? 0
  return interpolate(below, above, position - index)
}

/** numpy measures from the nearer end, which decides the last bit. */
function interpolate(from: number, to: number, share: number): number {
  const span = to - from
  return share < 0.5 ? from + span * share : to - span * (1 - share)
}
