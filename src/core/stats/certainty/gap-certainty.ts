// How well the mean and the percentiles of the gaps between tokens are known. Gaps of one answer resemble each other, and
// answers that overlap wait for the same steps of the server: each answer is a cluster, in the order they were sent.
import { gapTally } from '../gap-tally.ts'
import type { MeasuredRequest } from '../measured-request.ts'
import { NumberList } from '../number-list.ts'
import { studentReach } from './distributions.ts'
import type { KnownLatency } from './certain-figures.ts'
import { clusterRatio } from './cluster-ratio.ts'
import { usualConfidence, type Estimate } from './interval.ts'
import { fewestValuesFor, rankedInterval } from './percentile-interval.ts'

/** Of the normal distribution, that an error known exactly would have. */
const normalReach = 1.96

/** `gaps` are those of all answers. */
export function gapCertainty(
  requests: Iterable<MeasuredRequest>,
  percentiles: readonly number[],
  gaps = gapTally(requests),
): KnownLatency {
  const limits = percentiles.map((percentile) => {
    const limitS = gaps.at(Math.round((percentile / 100) * (gaps.count - 1)))
    return { limitUs: Math.round(limitS * 1e6), within: new NumberList() }
  })
  const sizes = new NumberList()
  const totals = new NumberList()
  for (const { error, interTokenLatenciesUs: gapsUs } of requests) {
    if (error !== null || gapsUs.length === 0) continue
    sizes.add(gapsUs.length)
    totals.add(sumOf(gapsUs) / 1e6)
    for (const { limitUs, within } of limits) within.add(countWithin(gapsUs, limitUs))
  }
  const clusters = sizes.all
  return {
    mean: clusterRatio(totals.all, clusters),
    percentile: (percentile) => {
      const counted = limits[percentiles.indexOf(percentile)]
      const share = counted === undefined ? null : clusterRatio(counted.within.all, clusters)
      if (share === null || gaps.count < fewestValuesFor(percentile)) return null
      const independent = Math.min(gaps.count, effectiveCount(share, percentile / 100))
      return rankedInterval(gaps, { percentile, independent })
    },
  }
}

/** A part of a microsecond is rounded, as where gaps are counted. */
function countWithin(gapsUs: Uint32Array | Float64Array, limitUs: number): number {
  const endUs = limitUs + 0.5
  let count = 0
  for (let i = 0; i < gapsUs.length; i++) if ((gapsUs[i] ?? 0) < endUs) count++
  return count
}

function sumOf(gapsUs: Uint32Array | Float64Array): number {
  let sum = 0
  for (let i = 0; i < gapsUs.length; i++) sum += gapsUs[i] ?? 0
  return sum
}

/** Independent values that would know a share as well; fewer where its error itself is known from few batches. */
function effectiveCount({ standardError, degrees }: Estimate, share: number): number {
  const known = (share * (1 - share)) / standardError ** 2
  const reach = normalReach / studentReach(usualConfidence, degrees)
  return Math.max(1, Math.floor(known * reach ** 2))
}
