// Finds the knee of a throughput–latency curve as the point furthest from the straight line between its ends (Satopää
// and others, "Finding a Kneedle in a Haystack", 2011).
import type { CurvePoint } from './find-knee.ts'

/**
 * Position of the knee in the list, whatever its order; null for fewer than three points, or where none is on the
 * side of much throughput for little latency.
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

/** Shifted and stretched to reach from 0 to 1. */
function unit(values: readonly number[]): number[] {
  const least = Math.min(...values)
  const range = Math.max(...values) - least
  return values.map((value) => (range === 0 ? 0 : (value - least) / range))
}
