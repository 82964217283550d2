/** Any units, if they are the same for all points. */
export type CurvePoint = Readonly<{ throughput: number; latency: number }>

/**
 * Finds the knee by Kleinrock's power: the maximum of throughput ÷ latency. Returns its index in the unsorted list; null if no
 * point has measured anything. A curve that still rises at its last point has its knee there: the sweep did not go far enough.
 */
export function findKnee(points: readonly CurvePoint[]): number | null {
  let knee: number | null = null
  let greatest = 0
  for (const [index, point] of points.entries()) {
    const power = point.latency > 0 ? point.throughput / point.latency : 0
    if (power > greatest) {
      knee = index
      greatest = power
    }
  }
  return knee
}

/**
 * Finds the knee as the point furthest from the straight line between the ends of the curve (Satopää and others,
 * "Finding a Kneedle in a Haystack", 2011). Returns its position in the unsorted list; null for fewer than three
 * points, or if no point is on the side of high throughput at low latency.
 */
export function findKneeByDistance(points: readonly CurvePoint[]): number | null {
  if (points.length < 3) return null
  const throughput = unit(points.map((point) => point.throughput))
  const latency = unit(points.map((point) => point.latency))
  let knee: number | null = null
  let greatest = 0
  for (const index of points.keys()) {
    const distance = (throughput[index] ?? 0) - (latency[index] ?? 0)
    if (distance > greatest) {
      knee = index
      greatest = distance
    }
  }
  return knee
}

/** Scales values to 0–1. */
export function unit(values: readonly number[]): number[] {
  const least = Math.min(...values)
  const range = Math.max(...values) - least
  return values.map((value) => (range === 0 ? 0 : (value - least) / range))
}
