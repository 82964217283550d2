/** Of each step those that ended before it began, by their positions. Steps follow those they wait for. */
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
