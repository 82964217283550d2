// Sums, means, medians and a least-squares line for short lists of numbers.

export function sum(values: ArrayLike<number>): number {
  let total = 0
  for (let index = 0; index < values.length; index++) total += values[index] ?? 0
  return total
}

/** NaN without values; so is the median. */
export function mean(values: ArrayLike<number>): number {
  return sum(values) / values.length
}

export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort()
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2
}

/** Sum of squared deviations from the mean. */
export function squares(values: readonly number[]): number {
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
}

/** Least-squares slope over `places`, usually 0, 1, 2 …, and its standard error. Requires three values, at different places. */
export function slopeOf(
  values: readonly number[],
  places: readonly number[] = [...values.keys()],
): Readonly<{ slope: number; error: number }> {
  const level = mean(values)
  const middle = mean(places)
  const steps = places.map((place) => place - middle)
  const width = sum(steps.map((step) => step ** 2))
  const slope = sum(steps.map((step, at) => step * ((values[at] ?? NaN) - level))) / width
  const rest = sum(values.map((value, at) => (value - level - slope * (steps[at] ?? NaN)) ** 2))
  return { slope, error: Math.sqrt(rest / (values.length - 2) / width) }
}
