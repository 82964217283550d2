// Percentiles that a table shows beside the median, chosen from the percentiles that its runs requested.

/** Maximum number of columns for percentiles. */
const mostTails = 2

/** Highest percentile of a run other than the median and the maximum; null if none was requested. */
export function tailPercentile(asked: readonly number[]): number | null {
  const beyond = asked.filter(isTail)
  return beyond.length === 0 ? null : Math.max(...beyond)
}

/**
 * Ascending: the percentile that most runs requested (the higher of equals), then the same for the runs that did not request it,
 * so that few runs have none.
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
