// Bounds of percentiles by early stopping, as MLPerf computes them: docs/mlperf.md has the formula.
import { binomialQuantile } from '#core/stats/certainty/distributions.ts'

/** Probability that a bound is below the percentile of the server. */
const risk = 0.01

/** Smallest sample that is above the percentile with 99 % confidence; null with too few samples (64 for p90, 662 for p99). */
export function earlyStoppingBound(
  ascending: ArrayLike<number>,
  percentile: number,
): number | null {
  const trials = { trials: ascending.length, chance: 1 - percentile / 100 }
  const mostBeyond = binomialQuantile(risk, trials) - 1
  return mostBeyond < 1 ? null : (ascending[ascending.length - mostBeyond] ?? null)
}
