// Fewer points of a series: of each stretch of it the lowest and the highest are kept where they were.

export type Point = Readonly<{
  atS: number
  /** Null ends a line: the values after it are unknown. */
  value: number | null
}>

/** At most the given number; unchanged if there are no more. */
export function thinned(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points
  const stretches = Math.floor(most / 2)
  return Array.from({ length: stretches }, (_, stretch) => {
    const from = Math.floor((stretch * points.length) / stretches)
    const to = Math.floor(((stretch + 1) * points.length) / stretches)
    return extremes(points.slice(from, to))
  }).flat()
}

/** In the order they came in; an interruption counts as the lowest, so that it stays. */
function extremes(points: readonly Point[]): Point[] {
  const height = ({ value }: Point) => value ?? -Infinity
  const lowest = points.reduce((low, point) => (height(point) < height(low) ? point : low))
  const highest = points.reduce((high, point) => (height(point) > height(high) ? point : high))
  if (lowest === highest) return [lowest]
  return lowest.atS < highest.atS ? [lowest, highest] : [highest, lowest]
}
