/**
 * Returns for each step the positions of the steps that ended before it began. Requires that steps follow those they
 * wait for.
 */
export function ancestorsOf(
  steps: readonly Readonly<{ after: readonly number[] }>[],
): readonly ReadonlySet<number>[] {
  const ancestors: Set<number>[] = []
  for (const { after } of steps) {
    const own = new Set(after)
    for (const step of after) for (const earlier of ancestors[step] ?? []) own.add(earlier)
    ancestors.push(own)
  }
  return ancestors
}
