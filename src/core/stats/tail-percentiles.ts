// Which percentiles a table shows beside the median: those its runs were asked for.

/** As many columns as a table has room for. */
const mostTails = 2

/** The highest of a run that is neither the median nor the greatest value; null where it was asked for none. */
export function tailPercentile(asked: readonly number[]): number | null {
  const beyond = asked.filter(isTail)
  return beyond.length === 0 ? null : Math.max(...beyond)
}

/**
 * Rising: the one most runs were asked for, the higher of equals, and the same of those runs that were not, so that few
 * have none.
 */
export function tailPercentiles(runs: Iterable<readonly number[]>): number[] {
  let left = [...runs]
  const chosen: number[] = []
  while (chosen.length < mostTails) {
    const commonest = commonestTail(left)
    if (commonest === null) break
    chosen.push(commonest)
    left = left.filter((asked) => !asked.includes(commonest))
  }
  return chosen.sort((a, b) => a - b)
}

function isTail(percentile: number): boolean {
  return percentile > 50 && percentile < 100
}

function commonestTail(runs: readonly (readonly number[])[]): number | null {
  const counts = new Map<number, number>()
  for (const asked of runs) {
    for (const tail of new Set(asked.filter(isTail))) counts.set(tail, (counts.get(tail) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? null
}
