// How well the mean of values is known that came in clusters: of gaps, of which each answer has many that resemble each
// other. Clusters were drawn, not values, so the mean is a ratio of two sums over clusters.
import { batchMeans, meanOf } from './batch-means.ts'
import type { MeanEstimate } from './interval.ts'

/**
 * Σ totals ÷ Σ sizes, of clusters in the order they came; null where they are too few. Its error is that of the mean of
 * what each cluster has beyond its share (Taylor linearisation), by batches, since neighbours resemble each other too.
 */
export function clusterRatio(
  totals: Float64Array,
  sizes: Float64Array,
  stretches = Infinity,
): MeanEstimate | null {
  const size = meanOf(sizes)
  const ratio = meanOf(totals) / size
  return batchMeans(
    totals.map((total, index) => ratio + (total - ratio * (sizes[index] ?? 0)) / size),
    stretches,
  )
}
