/** Positions of the steps that ended before step `number` began, starting with its direct dependencies. */
export function ancestorsOf(
  steps: readonly Readonly<{ after: readonly number[] }>[],
  number: number,
): ReadonlySet<number> {
  const found = new Set(steps[number]?.after)
  // Iterating a set also visits items added during the iteration.
  for (const one of found) for (const earlier of steps[one]?.after ?? []) found.add(earlier)
  return found
}
