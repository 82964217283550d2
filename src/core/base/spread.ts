// Sums, means and medians of a few numbers, and the line through them.

export function sum(values: ArrayLike<number>): number {
  let total = 0
  for (let index = 0; index < values.length; index++) total += values[index] ?? 0
  return total
}

/** NaN without values, as is the median. */
export function mean(values: ArrayLike<number>): number {
  return sum(values) / values.length
}

export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort()
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2
}

/** Deviations from the mean, squared and summed. */
export function squares(values: readonly number[]): number {
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
}

/** Least-squares slope over the positions 0, 1, 2 …, and its standard error. At least three values. */
export function slopeOf(values: readonly number[]): Readonly<{ slope: number; error: number }> {
  const [middle, level] = [(values.length - 1) / 2, mean(values)]
  const width = sum(values.map((_, index) => (index - middle) ** 2))
  const slope = sum(values.map((value, index) => (index - middle) * (value - level))) / width
  const rest = sum(values.map((value, index) => (value - level - slope * (index - middle)) ** 2))
  return { slope, error: Math.sqrt(rest / (values.length - 2) / width) }
}
