// Thins points over time to a drawable number without hiding outliers: each column of the plot keeps its minimum, its maximum,
// and one point of each kind without a value.

export type ScatterPoint = Readonly<{
  atS: number
  /** Null if not measured. */
  ms: number | null
  failed: boolean
}>

export type ScatterSpan = Readonly<{ fromS: number; toS: number }>

type ThinnedScatter = Readonly<{
  points: readonly ScatterPoint[]
  /** Number within the span, drawn or not. */
  total: number
  isThinned: boolean
}>

/** Points ordered by time; all of them if there are at most three per column. */
export function thinScatter(
  points: readonly ScatterPoint[],
  { fromS, toS }: ScatterSpan,
  columns: number,
): ThinnedScatter {
  const within = points.filter(({ atS }) => atS >= fromS && atS <= toS)
  const total = within.length
  if (total <= 3 * columns) return { points: within, total, isThinned: false }
  const width = (toS - fromS) / columns
  const kept = new Map<string, ScatterPoint>()
  for (const point of within) {
    const column = Math.min(columns - 1, Math.floor((point.atS - fromS) / width))
    for (const [role, isKept] of Object.entries(roles)) {
      const key = `${column} ${role}`
      if (isKept(point, kept.get(key))) kept.set(key, point)
    }
  }
  const drawn = [...new Set(kept.values())].sort((a, b) => a.atS - b.atS)
  return { points: drawn, total, isThinned: true }
}

type Role = (point: ScatterPoint, kept: ScatterPoint | undefined) => boolean

const roles: Readonly<Record<string, Role>> = {
  lowest: ({ ms, failed }, kept) => ms !== null && !failed && ms < (kept?.ms ?? Infinity),
  highest: ({ ms, failed }, kept) => ms !== null && !failed && ms > (kept?.ms ?? -Infinity),
  failed: ({ failed }, kept) => failed && kept === undefined,
}
