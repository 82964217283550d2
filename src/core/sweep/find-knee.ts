// Finds the knee of a throughput–latency curve by Kleinrock's power: throughput ÷ latency is greatest there.

/** Any units, as long as they are the same at every point. */
export type CurvePoint = Readonly<{ throughput: number; latency: number }>

/**
 * Position of the knee in the list, whatever its order; null where no point has measured anything. A curve that
 * still rises at its last point has its knee there: the sweep did not go far enough.
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
